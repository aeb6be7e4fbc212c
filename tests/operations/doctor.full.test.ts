// @module-tag full
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProductParts } from "../../scripts/stack/product-parts.ts";
import { checks, runDoctor } from "../../scripts/doctor/run-doctor.ts";
import { brokenSetups } from "./broken-setups.ts";
import { brokenDatabases, imitateSchedule } from "./broken-databases.ts";
import { mailNames, startLiveStack, type LiveStack } from "./live-stack.ts";

let stack: LiveStack;
beforeAll(async () => {
  stack = await startLiveStack();
});
afterAll(() => stack?.close());

/** Runs the doctor with changed environment variables and changed DNS TXT records. Returns the printed lines. */
async function examine(
  changes: Record<string, string | undefined> = {},
  names: Record<string, string | null> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const settings = await readProductParts({ ...stack.variables, ...changes }, "/no/such/file");
  const failures = await runDoctor(settings, (line) => lines.push(line), {
    async resolveTxt(name) {
      const record = name in names ? names[name] : mailNames[name];
      if (!record) throw Object.assign(new Error(name), { code: "ENODATA" });
      return [[record.slice(0, 9), record.slice(9)]];
    },
  });
  expect(failures).toBe(lines.filter((line) => line.startsWith("✗")).length);
  return lines;
}

function failedIn(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith("✗"));
}

test("a good setup passes every check", async () => {
  const lines = await examine();
  console.info(lines.join("\n"));
  expect(failedIn(lines)).toEqual([]);
  expect(lines.filter((line) => line.startsWith("–"))).toEqual([
    "– Certificado: o site não usa https",
  ]);
});

/** Rows of a table that is printed at the end. Each row has a fault and the doctor's failing lines. */
const table: string[] = [];
afterAll(() => console.info(table.join("\n")));

test.each([...brokenSetups, ...brokenDatabases])(
  "the doctor reports $what",
  async ({ what, changes, names, breakIt, failing }) => {
    const mend = await breakIt?.(stack);
    try {
      const found = failedIn(await examine(changes, names));
      table.push(what, ...found.map((line) => `    ${line}`));
      expect(found).toHaveLength(failing.length);
      failing.forEach((pattern, index) => expect(found[index]).toMatch(pattern));
    } finally {
      await mend?.();
    }
  },
);

test("a running schedule passes", async () => {
  const { sql } = stack;
  const remove = await imitateSchedule(sql, "20 seconds", "succeeded", 200);
  await sql`insert into vault.secrets values ('project_url'), ('deliver_mail_key')`;
  const lines = await examine();
  await remove();
  expect(failedIn(lines)).toEqual([]);
  expect(lines).toContain("✓ Agendamento: pg_cron vivo, fila em dia");
});

test.each([
  [40, /^✓ Certificado: vale até/],
  [5, /^✗ Certificado: acaba em .* daqui a [45] dias/],
])("a certificate that ends in %d days is reported", async (days, line) => {
  const file = join(tmpdir(), `payser-certificate-${process.pid}.pem`);
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"].concat([
      "-subj",
      "/CN=localhost",
      "-days",
      String(days),
      "-keyout",
      file,
      "-out",
      `${file}.crt`,
    ]),
    { stdio: "ignore" },
  );
  const server = createServer({ key: readFileSync(file), cert: readFileSync(`${file}.crt`) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const lines = await examine({ SITE_URL: `https://localhost:${port}` });
  expect(lines.find((row) => row.includes(" Certificado: "))).toMatch(line);
  server.close();
  server.closeAllConnections();
  await Promise.all([rm(file), rm(`${file}.crt`)]);
});

test("a hosted project without pg_cron fails", async () => {
  const settings = await readProductParts(stack.variables, "/no/such/file");
  const supabase = { url: "https://ref.supabase.co", publishableKey: "x", secretKey: "x" };
  const schedule = checks.find(({ title }) => title === "Agendamento");
  const means = { signal: AbortSignal.timeout(20_000), resolveTxt: async () => [] };
  expect(await schedule?.run({ ...settings, supabase }, means)).toMatchObject({
    state: "failed",
    detail: expect.stringContaining("não tem pg_cron"),
  });
});

test("a part that hangs delays the doctor by less than half a minute", async () => {
  stack.supabaseProxy.hang(true);
  const began = Date.now();
  const child = spawn(process.execPath, ["scripts/doctor/doctor-command.ts"], {
    env: { PATH: process.env["PATH"], ...stack.variables },
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  stack.supabaseProxy.hang(false);
  expect(Date.now() - began).toBeLessThan(30_000);
  expect(printed).toMatch(/^✗ Supabase: sem resposta em 15 segundos$/m);
  expect(printed).toMatch(/^✓ Site: /m);
});

test("the command fails, prints a line for each check without secrets, and writes them as metrics", async () => {
  const figures = join(tmpdir(), `payser-doctor-${process.pid}.prom`);
  const variables = {
    ...stack.variables,
    SMTP_URL: "smtp://correio:senha-do-correio@127.0.0.1:1",
    STAFF_INBOX: undefined,
    SUPABASE_DB_URL: stack.variables["SUPABASE_DB_URL"]?.replace(/:(\w+)@/, ":senha-errada-$1@"),
  };
  const child = spawn(process.execPath, ["scripts/doctor/doctor-command.ts", figures], {
    env: { PATH: process.env["PATH"], ...variables },
  });
  const [printed, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]).then((both) => both.join("")),
    once(child, "close"),
  ]);
  expect(code).toBe(1);
  expect(printed.match(/^[✓✗–] /gm)).toHaveLength(checks.length);
  expect(printed).toMatch(/^✗ Variáveis: STAFF_INBOX: Entrada inválida: esperava um texto/m);
  expect(printed).toMatch(/^\d+ problemas: veja docs\/deploy\.md\.$/m);
  const written = readFileSync(figures, "utf8");
  await rm(figures);
  expect(written.match(/^payser_doctor_failed\{check="[^"]+"\} [01]$/gm)).toHaveLength(
    checks.length,
  );
  expect(written).toContain('payser_doctor_failed{check="E-mail"} 1\n');
  expect(written).toContain('payser_doctor_failed{check="Site"} 0\n');
  expect(written).toMatch(/^payser_doctor_seconds \d{10}$/m);
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
