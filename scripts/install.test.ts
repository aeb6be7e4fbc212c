import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "payser-install-"));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "npm.cjs"), `console.log("npm", ...process.argv.slice(2))`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Packages = Record<string, { version: string; integrity?: string; optional?: boolean }>;

/**
 * Runs the script and returns its output. `wanted` are the packages of the lockfile, and `there` are the packages that
 * npm recorded as installed.
 */
function install(wanted: Packages, there: Packages | undefined): string {
  const write = (file: string, packages: Packages) =>
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  const noted = "node_modules/.package-lock.json";
  write("package-lock.json", { "": { version: "1.0.0" }, ...wanted });
  rmSync(join(folder, noted), { force: true });
  if (there) write(noted, there);
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "install.mjs")], {
    cwd: folder,
    env: { npm_execpath: join(folder, "npm.cjs") },
    encoding: "utf8",
  });
  return stdout;
}

const zod = { "node_modules/zod": { version: "4.6.7", integrity: "sha512-a" } };
const ofMacs = { "node_modules/fsevents": { version: "2.3.3", optional: true } };

test("dependencies are not installed again when npm has recorded those of the lockfile", () => {
  expect(install({ ...zod, ...ofMacs }, zod)).toBe("");
});

test.each([
  ["nothing is there", undefined],
  ["a package is missing", {}],
  ["one has another version", { "node_modules/zod": { version: "4.6.6", integrity: "sha512-a" } }],
  ["one has other bytes", { "node_modules/zod": { version: "4.6.7", integrity: "sha512-b" } }],
  ["one is too many", { ...zod, "node_modules/left-pad": { version: "1.3.0" } }],
])("dependencies are installed when %s", (_, there) => {
  expect(install(zod, there)).toMatch(/^Instalando as dependências .*\nnpm ci --no-audit/);
});
