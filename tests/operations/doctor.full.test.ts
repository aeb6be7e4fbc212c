import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProductParts } from "../../scripts/product-parts.ts";
import { runDoctor } from "../../scripts/doctor/run-doctor.ts";
import { brokenSetups } from "./broken-setups.ts";
import { imitateSchedule } from "./imitate-schedule.ts";
import { startLiveStack, type LiveStack } from "./live-stack.ts";

let stack: LiveStack;
beforeAll(async () => {
  stack = await startLiveStack();
});
afterAll(() => stack?.close());

/** The lines of a run, after `changes` of the variables. */
async function examine(changes: Record<string, string | undefined> = {}): Promise<string[]> {
  const lines: string[] = [];
  const settings = await readProductParts({ ...stack.variables, ...changes }, "/no/such/file");
  const failures = await runDoctor(settings, (line) => lines.push(line));
  expect(failures).toBe(lines.filter((line) => line.startsWith("✗")).length);
  return lines;
}

function failedIn(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith("✗"));
}

test("a good setup has nothing against it", async () => {
  const lines = await examine();
  console.info(lines.join("\n"));
  expect(failedIn(lines)).toEqual([]);
  expect(lines.filter((line) => line.startsWith("–"))).toEqual([]);
});

test.each(brokenSetups)("it names $what", async ({ changes, breakIt, failing }) => {
  const mend = await breakIt?.(stack);
  try {
    const found = failedIn(await examine(changes));
    expect(found).toHaveLength(failing.length);
    failing.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
  } finally {
    await mend?.();
  }
});

test("a schedule that runs has nothing against it", async () => {
  const { sql } = stack;
  const remove = await imitateSchedule(sql, "20 seconds", "succeeded", 200);
  await sql`insert into vault.secrets values ('project_url'), ('deliver_mail_key')`;
  const lines = await examine();
  await remove();
  expect(failedIn(lines)).toEqual([]);
  expect(lines).toContain("✓ Agendamento: pg_cron vivo, fila em dia");
});

test("the command fails, prints a line for each check and no secret", async () => {
  const variables = {
    ...stack.variables,
    SMTP_URL: "smtp://correio:senha-do-correio@127.0.0.1:1",
    SUPABASE_DB_URL: stack.variables["SUPABASE_DB_URL"]?.replace(/:(\w+)@/, ":senha-errada-$1@"),
  };
  const child = spawn(process.execPath, ["scripts/doctor/doctor-command.ts"], {
    env: { PATH: process.env["PATH"], ...variables },
  });
  const [printed, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join("")),
    once(child, "close"),
  ]);
  expect(code).toBe(1);
  expect(printed.match(/^[✓✗–] /gm)).toHaveLength(19);
  expect(printed).toMatch(/^5 problemas: veja docs\/deploy\.md\.$/m);
  const secrets = [
    "WRITE_TOKEN",
    "SECRET_KEY",
    "FORWARD_KEY",
    "METRICS_KEY",
    "ADDRESS_HASH_KEY",
    "DB_URL",
    "SMTP_URL",
  ];
  for (const [name, value] of Object.entries(variables)) {
    if (secrets.some((secret) => name.endsWith(secret))) expect(printed).not.toContain(value);
  }
  expect(printed).not.toContain("senha-do-correio");
  expect(printed).not.toContain("senha-errada");
});
