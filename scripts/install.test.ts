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

/** What is printed where the lockfile names the first, and npm has noted the second. */
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

test("what npm has installed as the lockfile says, whoever called it, is not installed again", () => {
  expect(install({ ...zod, ...ofMacs }, zod)).toBe("");
});

test.each([
  ["nothing is there", undefined],
  ["a package is missing", {}],
  ["one has another version", { "node_modules/zod": { version: "4.6.6", integrity: "sha512-a" } }],
  ["one has other bytes", { "node_modules/zod": { version: "4.6.7", integrity: "sha512-b" } }],
  ["one is too many", { ...zod, "node_modules/left-pad": { version: "1.3.0" } }],
])("it is installed when %s", (_, there) => {
  expect(install(zod, there)).toMatch(/^Instalando as dependências .*\nnpm ci --no-audit/);
});
