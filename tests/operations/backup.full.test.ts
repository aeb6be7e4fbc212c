// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { backUp } from "../../scripts/backup/back-up.ts";
import { restore } from "../../scripts/backup/restore.ts";
import { demoAccounts } from "../../supabase/local/seed/demo-accounts.ts";
import { contactMessageRow, simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import { differences, type ProductForTests, startProduct } from "./product-for-tests.ts";

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };

let folder: string;
let identity: string;
let recipient: string;
let source: ProductForTests;
let target: ProductForTests;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payser-backup-"));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  [source, target] = await Promise.all([startProduct("demo"), startProduct("empty")]);
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Keeps adding requests, messages, files and content until `end` is called. */
function load({ sql, supabase, editor }: ProductForTests) {
  const storage = createClient(supabase.url, supabase.secretKey, stateless).storage;
  const written = { rows: 0, files: 0, documents: 0 };
  let going = true;
  async function keep(write: (count: number) => Promise<unknown>, what: keyof typeof written) {
    while (going) {
      // oxlint-disable-next-line no-await-in-loop
      await write(written[what]);
      written[what] += 1;
    }
  }
  const writers = [
    // One transaction adds both rows, so a consistent backup contains both or neither.
    keep(
      (count) =>
        sql.begin(async (transaction) => {
          const mark = `Carga ${count}`;
          await transaction`insert into public.simulations ${sql(simulationRow({ comments: mark }))}`;
          await transaction`insert into public.contact_messages ${sql(contactMessageRow({ message: mark }))}`;
        }),
      "rows",
    ),
    keep(async (count) => {
      const bytes = Buffer.from(`%PDF-1.4 carga ${count}`);
      const { error } = await storage
        .from("offer-documents")
        .upload(`carga/${count}.pdf`, bytes, { contentType: "application/pdf" });
      if (error) throw error;
    }, "files"),
    keep(
      (count) => editor.create({ _id: `load-${count}`, _type: "faqItem", question: "Carga?" }),
      "documents",
    ),
  ];
  return {
    written,
    async end() {
      going = false;
      await Promise.all(writers);
    },
  };
}

test("a backup taken under load restores every row, file and document", async () => {
  const file = join(folder, "load.tar.gz.age");
  const running = load(source);
  await expect.poll(() => running.written.rows, { timeout: 20_000 }).toBeGreaterThan(20);
  await expect.poll(() => running.written.files, { timeout: 20_000 }).toBeGreaterThan(3);
  const before = { ...running.written };
  const begun = performance.now();
  const { manifest, summary } = await backUp(source.copy, { file, recipient });
  const saved = performance.now();
  expect(running.written.rows).toBeGreaterThan(before.rows);
  await running.end();
  const [rows, files, documents] = await Promise.all([
    source.rows(manifest.snapshot),
    source.files(),
    source.documents(),
  ]);
  await source.close();

  // The backup must not leave unencrypted data in the system's temporary folder.
  const temporary = await mkdtemp(join(folder, "temporary-"));
  vi.stubEnv("TMPDIR", temporary);
  const restoring = performance.now();
  await restore(target.copy, { file, identity, replace: false, keepMail: true });
  const restored = performance.now();
  vi.unstubAllEnvs();
  expect(await readdir(temporary)).toEqual([]);
  const after = {
    rows: await target.rows(),
    files: await target.files(),
    documents: await target.documents(),
  };
  const ofLoad = Object.keys(after.documents).filter((id) => id.startsWith("load-"));
  const untouched = Object.entries(documents).filter(([id]) => !id.startsWith("load-"));
  for (const id of ofLoad) expect(after.documents[id]).toBe(documents[id]);
  for (const id of ofLoad) delete after.documents[id];
  expect(differences(rows, after.rows)).toEqual([]);
  // Files were uploaded during the backup. The backup may lack a file only if its upload came after the backup began.
  const later = Object.keys(files).filter((name) => !(name in after.files));
  for (const name of later) {
    expect(Number(/carga\/(\d+)\.pdf$/.exec(name)?.[1])).toBeGreaterThanOrEqual(before.files);
    delete files[name];
  }
  expect(differences(files, after.files)).toEqual([]);
  expect(differences(Object.fromEntries(untouched), after.documents)).toEqual([]);
  expect(ofLoad.length).toBeGreaterThanOrEqual(before.documents);
  expect(summary.files).not.toContain(null);

  const marks = (line: string) => /Carga \d+/.exec(line)?.[0];
  const requests = after.rows["public.simulations"]?.flatMap((line) => marks(line) ?? []) ?? [];
  const messages = after.rows["public.contact_messages"]?.flatMap((line) => marks(line) ?? []);
  expect(requests.length).toBeGreaterThanOrEqual(before.rows);
  expect(new Set(messages)).toEqual(new Set(requests));
  const total = Object.values(after.rows).flat().length;
  console.info(
    `${total} rows of ${Object.keys(rows).length} tables, ${Object.keys(files).length} files, ` +
      `${untouched.length + ofLoad.length} documents: saved in ${seconds(begun, saved)} s, ` +
      `restored in ${seconds(restoring, restored)} s, 0 differences`,
  );
});

test("account holders sign in with the same password after a restore, and numbering continues", async () => {
  const { supabase, sql } = target;
  const client = createClient(supabase.url, supabase.publishableKey, stateless);
  const { error } = await client.auth.signInWithPassword(demoAccounts.staff);
  expect(error).toBeNull();
  const made = await sql`insert into public.simulations ${sql(simulationRow())} returning id`;
  expect(made).toHaveLength(1);
  // Triggers work again after the restore: a trigger makes this new account a member of staff.
  const admin = createClient(supabase.url, supabase.secretKey, stateless).auth.admin;
  await admin.createUser({ email: "nova@payser.example", password: "senha-de-teste" });
  expect(await sql`select from public.staff where email = 'nova@payser.example'`).toHaveLength(1);
});

test("a restore into a project with data is refused and changes nothing unless the option allows it", async () => {
  const file = join(folder, "load.tar.gz.age");
  const before = await target.rows();
  await expect(
    restore(target.copy, { file, identity, replace: false, keepMail: true }),
  ).rejects.toThrow(/não está vazio \(\d+ contas, .*documentos\).*Nada foi mudado\.$/s);
  expect(differences(await target.rows(), before)).toEqual([]);
  await target.editor.create({ _id: "too-much", _type: "faqItem" });
  // A document in a scheduled Sanity release is locked and cannot be replaced. The command must report this lock before
  // it starts to replace the database.
  const releaseId = "rverao";
  await target.editor.releases.create({ releaseId, metadata: { title: "Verão" } });
  await target.editor.create({ _id: `versions.${releaseId}.too-much`, _type: "faqItem" });
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  await target.editor.releases.schedule({ releaseId, publishAt });
  await expect(
    restore(target.copy, { file, identity, replace: true, keepMail: true }),
  ).rejects.toThrow(/lançamentos agendados \(Verão\).*Nada foi mudado/s);
  expect(differences(await target.rows(), before)).toEqual([]);
  await target.editor.releases.unschedule({ releaseId });
  await target.editor.releases.archive({ releaseId });
  await target.editor.releases.delete({ releaseId });
  const { summary } = await restore(target.copy, { file, identity, replace: true, keepMail: true });
  expect(await target.sql`select from public.staff where email = 'nova@payser.example'`).toEqual(
    [],
  );
  expect(await target.editor.fetch("count(*[_id == 'too-much'])")).toBe(0);
  expect(Object.keys(await target.files())).toHaveLength(summary.files.length);
});

test("an archive that is cut short, changed or made for another key changes nothing", async () => {
  const file = join(folder, "load.tar.gz.age");
  const [cut, changed] = [join(folder, "cut"), join(folder, "changed")];
  const bytes = await readFile(file);
  await writeFile(cut, bytes);
  await truncate(cut, Math.floor(bytes.length / 2));
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
  await writeFile(changed, bytes);
  const before = await target.rows();
  const attempts = [
    { file: cut, identity, says: "está cortado ou foi alterado" },
    { file: changed, identity, says: "está cortado ou foi alterado" },
    { file: join(folder, "none"), identity, says: `${join(folder, "none")} não existe` },
    { file: import.meta.filename, identity, says: "não é um backup" },
    { file, identity: identity.slice(0, -2), says: "não é uma chave secreta inteira" },
    { file, identity: await generateX25519Identity(), says: "não é a chave secreta com que" },
  ];
  for (const { says, ...attempt } of attempts) {
    const restored = restore(target.copy, { ...attempt, replace: true, keepMail: true });
    // oxlint-disable-next-line no-await-in-loop
    await expect(restored).rejects.toThrow(says);
  }
  expect(differences(await target.rows(), before)).toEqual([]);
});

test("a database with other migrations is refused", async () => {
  const { sql } = target;
  await sql`
    update supabase_migrations.schema_migrations set version = '20991231000000'
    where version = '20261124000000'`;
  const file = join(folder, "load.tar.gz.age");
  await expect(
    restore(target.copy, { file, identity, replace: true, keepMail: true }),
  ).rejects.toThrow("outras migrações que o backup (20261124000000, 20991231000000)");
  await sql`
    update supabase_migrations.schema_migrations set version = '20261124000000'
    where version = '20991231000000'`;
});

test("a failed backup leaves no file", async () => {
  const copy = { ...target.copy, supabase: { ...target.copy.supabase, secretKey: "wrong" } };
  const file = join(folder, "failed.tar.gz.age");
  await expect(backUp(copy, { file, recipient })).rejects.toThrow(/não pôde ser lido/);
  expect((await readdir(folder)).filter((name) => name.startsWith("failed"))).toEqual([]);
});

test("the commands make keys, write an archive that only its owner can read, and restore it", async () => {
  const keys = await run("backup-key-command", []);
  const [, madeRecipient = ""] = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(keys.printed) ?? [];
  const [, madeIdentity = ""] = /^BACKUP_IDENTITY=(AGE-SECRET-KEY-1\w+)$/m.exec(keys.printed) ?? [];
  const { variables } = target;

  const saved = await run("backup-command", [folder], {
    ...variables,
    BACKUP_RECIPIENT: madeRecipient,
  });
  expect(saved).toMatchObject({ code: 0 });
  const [, file = ""] = /^(\S+\.tar\.gz\.age): \d+ linhas, \d+ arquivos/.exec(saved.printed) ?? [];
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file)).subarray(0, 21).toString()).toBe("age-encryption.org/v1");

  const refused = await run("restore-command", [file], {
    ...variables,
    BACKUP_IDENTITY: madeIdentity,
  });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.printed).toContain("não está vazio");
  const done = await run("restore-command", [file, "--replace"], {
    ...variables,
    BACKUP_IDENTITY: madeIdentity,
  });
  expect(done.printed).toMatch(/^Restaurado como em 20.*: \d+ linhas.*\nNada sai daqui por si/);
  expect(done.code).toBe(0);

  const withoutKey = await run("backup-command", [folder], variables);
  expect(withoutKey).toMatchObject({ code: 1 });
  expect(withoutKey.printed).toContain("Falta BACKUP_RECIPIENT");
});

test("the content commands state in Portuguese why they stopped", async () => {
  const { variables } = target;
  const wrong = { ...variables, SANITY_WRITE_TOKEN: "wrong" };
  const away = { ...variables, SANITY_API_HOST: "http://127.0.0.1:9" };
  const exported = join(folder, "content.tar.gz");
  const told = [
    await run("../content/import-command", ["/nada.ndjson"], variables),
    await run("../content/import-command", [], wrong),
    await run("../content/export-command", [exported], away),
    await run("../content/migrate-command", [], away),
  ].map(({ printed }) => printed.trim());
  expect(told).toEqual([
    "O conteúdo não foi importado: /nada.ndjson não existe.",
    "O conteúdo não foi importado: o Sanity não aceitou SANITY_WRITE_TOKEN, ou ele não é de editor.",
    "O conteúdo não foi exportado: não houve resposta (ECONNREFUSED).",
    "não houve resposta.",
  ]);
});

async function run(name: string, options: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/backup/${name}.ts`, ...options], {
    env: { PATH: process.env["PATH"], ...variables },
  });
  const [out, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, printed: `${out}${problems}` };
}

function seconds(from: number, until: number): string {
  return ((until - from) / 1000).toFixed(1);
}
