// @module-tag full
import { copyFile, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOf } from "../../supabase/local/process/processes.ts";
import { copyDataTemplate } from "../../supabase/tests/support/data-template.ts";
import { copyContentTemplate } from "../support/stacks/content-template.ts";
import {
  type Checkout,
  type Launcher,
  makeCheckout,
  parts,
  untilGone,
} from "../support/stacks/launcher.ts";
import { killTable } from "./kill-table.ts";
import { killWhileWriting } from "./kill-while-writing.ts";

// The tests share one copy of the repository. Each test starts with the state at the end of the previous test.
let checkout: Checkout;
let launcher: Launcher | undefined;
beforeAll(async () => {
  checkout = await makeCheckout();
  await copyContentTemplate(join(checkout.local, "content"));
  await copyDataTemplate(join(checkout.local, "supabase"));
});
afterAll(async () => {
  launcher?.signal("SIGKILL");
  await launcher?.ended;
  await checkout.remove();
});

/** Number of kills. Each part is killed three times here, and twenty times by `npm run faults`. */
const kills = 3 * parts.length;
/** Number of rows that visitors' forms added while parts were killed. */
let written = 0;

async function countSimulations(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql`select count(*)::integer as n from public.simulations`;
  await sql.end();
  return Number(row?.["n"]);
}

test("parts that are killed three times each come back without losing visitors' writes", async () => {
  launcher = await checkout.start();
  const order = Array.from({ length: kills }, (_, time) => parts[time % parts.length] ?? "site");
  const figures = await killWhileWriting(launcher, order);
  console.info(killTable(figures));
  expect(figures.lost).toEqual([]);
  expect(Object.values(figures.recoveries).flat()).toHaveLength(kills);
  const told = launcher.lines.filter((line) => line.includes(" parou (SIGKILL) e "));
  expect(told.filter((line) => /foi reiniciado em \d+,\d s\.$/.test(line))).toHaveLength(kills);
  written = await countSimulations(launcher.databaseUrl);
  expect(written).toBeGreaterThanOrEqual(figures.acknowledged);
}, 600_000);

test("parts that run without answering are ended and restarted", async () => {
  if (!launcher) throw new Error("Nothing runs");
  for (const part of parts) process.kill((await launcher.processOf(part))?.pid ?? 0, "SIGSTOP");
  const back = () => launcher?.lines.filter((line) => / parou \(não respondia\) e foi /.test(line));
  await expect.poll(back, { timeout: 90_000 }).toHaveLength(parts.length);
  expect((await fetch(launcher.siteUrl)).status).toBe(200);
  expect(await countSimulations(launcher.databaseUrl)).toBe(written);
}, 120_000);

test("logs of the parts record each end and each start", async () => {
  const names = await readdir(join(checkout.local, "logs"));
  expect(names.toSorted()).toEqual(["api.log", "functions.log", "postgres.log", "site.log"]);
  for (const name of ["functions", "postgres", "site"]) {
    const log = await readFile(join(checkout.local, "logs", `${name}.log`), "utf8");
    expect(log.match(/^--- .* fim, SIGKILL$/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(log.match(/^--- .* início, processo \d+$/gm)?.length).toBeGreaterThanOrEqual(4);
    expect(log).not.toMatch(/@exemplo\.com|\b\d{11}\b|Ana Maria|Av\. Brasil/);
  }
});

test("a second start in the same folder is refused and leaves the first running", async () => {
  const children = await checkout.children();
  expect(await checkout.refusal()).toBe(
    `Os dados em .local já estão em uso pelo processo ${launcher?.pid}. ` +
      "Encerre-o antes (Ctrl-C no terminal dele).",
  );
  expect(await checkout.children()).toEqual(children);
});

test("the next start ends the parts of a launcher that was killed together with its guard", async () => {
  const left = await checkout.children();
  expect(left).toHaveLength(parts.length);
  const database = await launcher?.processOf("database");
  await launcher?.killGuard();
  launcher?.signal("SIGKILL");
  await launcher?.ended;
  // The site may already be gone, because it stops by itself when the content API stops. The database keeps running.
  const isLeft = ({ pid, started }: (typeof left)[number]) => startOf(pid) === started;
  const orphans = left.filter(isLeft);
  expect(orphans).toContainEqual(database);
  launcher = await checkout.start();
  expect(orphans.filter(isLeft)).toEqual([]);
  expect(await countSimulations(launcher.databaseUrl)).toBe(written);
});

test("a launcher that is killed leaves no part behind", async () => {
  const left = await checkout.children();
  launcher?.signal("SIGKILL");
  await launcher?.ended;
  await untilGone(left);
});

test("files of a killed copy do not block the next start when another process has its id", async () => {
  const reused = { pid: process.pid, started: "another time", children: [] };
  await writeFile(join(checkout.local, "lock.json"), JSON.stringify(reused));
  await writeFile(join(checkout.local, "supabase", "lock.json"), JSON.stringify(reused));
  await writeFile(join(checkout.local, "stack.json"), `{"pid": ${process.pid}, "site": `);
  launcher = await checkout.start();
  expect(await countSimulations(launcher.databaseUrl)).toBe(written);
});

test("a launcher whose terminal closes ends all of its parts and frees the folder", async () => {
  const left = await checkout.children();
  launcher?.closeTerminal();
  launcher?.signal("SIGHUP");
  expect(await launcher?.ended).toBe(0);
  await untilGone(left);
  expect(await readdir(checkout.local)).not.toContain("lock.json");
  expect(await readdir(checkout.local)).not.toContain("stack.json");
});

// npm runs the launcher in a shell and passes signals only to the shell. A killed npm passes no signal at all.
test.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
  "npm start leaves nothing behind after %s",
  async (signal) => {
    launcher = await checkout.start(["npm", "start", "--ignore-scripts"]);
    const left = [await checkout.holder(), ...(await checkout.children())];
    expect(left).toHaveLength(parts.length + 1);
    launcher.signal(signal);
    await launcher.ended;
    await untilGone(left);
    expect(await readdir(checkout.local)).not.toContain("lock.json");
  },
);

test("a start with an unwritable .local names the folder in one sentence", async () => {
  const other = await makeCheckout();
  await rm(other.local, { recursive: true });
  // Replaces .local by a link to /sys, because not even root can create files there.
  await symlink("/sys", other.local);
  const refusal = await other.refusal();
  expect(refusal).toMatch(/^Não foi possível gravar em \/.*\.local\/lock\.json: .*\(E[A-Z]+\)\./);
  expect(refusal).not.toMatch(/^\s+at /m);
  await rm(other.local);
  await other.remove();
});

test.each([
  ["content/content.sqlite", /O banco de conteúdo .*content\.sqlite está danificado/],
  ["supabase/keys.json", /O arquivo de chaves .*keys\.json está danificado/],
])("a damaged %s is reported with its remedy, and no part keeps running", async (name, reason) => {
  const file = join(checkout.local, name);
  await copyFile(file, `${file}.whole`);
  await writeFile(file, "danificado");
  const refusal = await checkout.refusal();
  expect(refusal).toMatch(reason);
  expect(refusal).toMatch(/Restaure-o de uma cópia de segurança/);
  expect(refusal).not.toMatch(/^\s+at /m);
  await untilGone(await checkout.children().catch(() => []));
  await copyFile(`${file}.whole`, file);
});
