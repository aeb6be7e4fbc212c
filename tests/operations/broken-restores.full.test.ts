// @module-tag full
// An interrupted restore must report exactly what it left. Each of its steps is broken here, and
// the remaining data is compared with the command's report.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backUp } from "../../scripts/backup/back-up.ts";
import { contactMessageRow } from "../../supabase/tests/support/sample-rows.ts";
import { type AlteringProxy, startAlteringProxy } from "./altering-proxy.ts";
import { type ProductForTests, startProduct } from "./product-for-tests.ts";

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };
const [ofBackup, ofBefore] = ["do-backup", "de-antes"];
const pdf = Buffer.from("%PDF-1.4");
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const everything = { rows: ofBackup, files: ofBackup, content: ofBackup };
const nothing = { rows: ofBefore, files: ofBefore, content: ofBefore };

let folder: string;
let identity: string;
let file: string;
let product: ProductForTests;
let storageProxy: AlteringProxy;
let contentProxy: AlteringProxy;
let line: Awaited<ReturnType<typeof startLine>>;
let variables: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payser-broken-"));
  file = join(folder, "all.tar.gz.age");
  identity = await generateX25519Identity();
  product = await startProduct("empty");
  [storageProxy, contentProxy] = [await startAlteringProxy(), await startAlteringProxy()];
  storageProxy.leadTo(product.copy.supabase.url);
  contentProxy.leadTo(product.copy.content.url ?? "");
  const databaseUrl = new URL(product.copy.databaseUrl);
  line = await startLine(Number(databaseUrl.port));
  databaseUrl.port = String(line.port);
  variables = {
    ...product.variables,
    SANITY_API_HOST: contentProxy.url,
    SUPABASE_URL: storageProxy.url,
    SUPABASE_DB_URL: databaseUrl.href,
  };
  const image = await product.editor.assets.upload("image", pixel, { filename: "pixel.gif" });
  await product.editor.create({
    _id: "com-imagem",
    _type: "partner",
    logo: { _type: "image", asset: { _type: "reference", _ref: image._id } },
  });
  await filesOf().upload("outro.pdf", pdf, { contentType: "application/pdf" });
  await product.sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, status, leased_until)
    values ('staff-released', 'a@exemplo.com.br', 'a', 'queued', null),
      ('staff-released', 'b@exemplo.com.br', 'b', 'sending', now())`;
  await mark(ofBackup, ofBefore);
  const recipient = await identityToRecipient(identity);
  await backUp(product.copy, { file, recipient });
});
beforeEach(() => mark(ofBefore, ofBackup));
afterAll(async () => {
  await line?.close();
  for (const proxy of [storageProxy, contentProxy]) await proxy?.close();
  await product?.close();
  await rm(folder, { recursive: true, force: true });
});

const filesOf = () =>
  createClient(product.supabase.url, product.supabase.secretKey, stateless).storage.from(
    "offer-documents",
  );

/** Creates a row, a file and a document with one name. Deletes the row, file and document with the `other` name. */
async function mark(name: string, other: string) {
  const { sql, editor } = product;
  await sql`delete from public.contact_messages where message in (${name}, ${other})`;
  await sql`insert into public.contact_messages ${sql(contactMessageRow({ message: name }))}`;
  await filesOf().remove([`${other}.pdf`]);
  await filesOf().upload(`${name}.pdf`, pdf, { contentType: "application/pdf", upsert: true });
  await editor.delete(other);
  await editor.createOrReplace({ _id: name, _type: "faqItem" });
}

/** Returns which names the existing rows, files and documents have: `ofBackup`, `ofBefore` or both. */
async function namesLeft() {
  const both = (found: unknown[]) =>
    [ofBackup, ofBefore].filter((name) => found.includes(name)).join(" + ");
  const { sql, editor } = product;
  const messages = await sql`select message from public.contact_messages`;
  const files = await sql`select replace(name, '.pdf', '') as name from storage.objects`;
  return {
    rows: both(messages.map(({ message }) => message)),
    files: both(files.map(({ name }) => name)),
    content: both(await editor.fetch<string[]>("*[_type == 'faqItem']._id")),
  };
}

/** Runs the restore command in a separate process and returns the printed text. */
async function restoreByCommand(...options: string[]): Promise<string> {
  const command = ["scripts/backup/restore-command.ts", file, "--replace", ...options];
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env["PATH"], ...variables, BACKUP_IDENTITY: identity },
  });
  const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
  return printed.join("").trim();
}

interface Broken {
  step: string;
  /** Makes one step of the restore fail. Returns a function that undoes the fault. */
  breaks: () => unknown;
  left: Awaited<ReturnType<typeof namesLeft>>;
  says: RegExp;
}

let uploads = 0;
const broken: Broken[] = [
  {
    step: "archive: another key",
    breaks: async () => {
      const right = identity;
      identity = await generateX25519Identity();
      return () => (identity = right);
    },
    left: nothing,
    says: /^BACKUP_IDENTITY não é a chave secreta com que .* se abre\.$/,
  },
  {
    step: "before: the content API is unreachable",
    breaks: () => contentProxy.refuse(() => true),
    left: nothing,
    says: /O projeto não pôde ser examinado: o Sanity recusou .*\nNada foi mudado\.$/,
  },
  {
    step: "database: a row does not fit",
    breaks: async () => {
      await product.sql`
        alter table public.contact_messages add constraint refuse
          check (message <> 'do-backup') not valid`;
      return () => product.sql`alter table public.contact_messages drop constraint refuse`;
    },
    left: nothing,
    says: /linhas do banco não foram restauradas: .*código 23514.*\nNada foi mudado\.$/,
  },
  {
    step: "database: another session locks a table",
    breaks: async () => {
      const other = await product.sql.reserve();
      await other`set application_name = 'relatório'`;
      await other.unsafe("begin; lock table public.simulations in access share mode");
      return async () => {
        await other`rollback`;
        other.release();
      };
    },
    left: nothing,
    says: /não cedeu as tabelas em 10 s\. Quem segura: o processo \d+ \(postgres, relat.*, idle in transaction\) segura simulations há \d+ s\. .*pg_terminate_backend\(\d+\);\nNada foi mudado\.$/,
  },
  {
    step: "database: the connection is cut",
    breaks: () => line.cutAt('copy "public"'),
    left: nothing,
    says: /linhas do banco não foram restauradas: não houve resposta.*\nNada foi mudado\.$/,
  },
  {
    step: "files: the second is refused",
    breaks: () => {
      uploads = 0;
      storageProxy.refuse(({ method }) => method !== "DELETE" && ++uploads === 2);
    },
    left: { rows: ofBackup, files: `${ofBackup} + ${ofBefore}`, content: ofBefore },
    says: /o Storage não aceitou \S+ \(código 500\)\.\nBanco: como no backup\. Arquivos: 1 de \d+ como no backup, nenhum apagado\. Conteúdo: como estava\. .*repita/,
  },
  {
    step: "files: the surplus is not removed",
    breaks: () => storageProxy.refuse(({ method }) => method === "DELETE"),
    left: { rows: ofBackup, files: `${ofBackup} + ${ofBefore}`, content: ofBefore },
    says: /Arquivos: os do backup estão todos; os que ele não tem, talvez.* Conteúdo: como estava/,
  },
  {
    step: "content: an image is refused",
    breaks: async () => {
      await product.editor.delete("com-imagem");
      await product.editor.delete({ query: '*[_type == "sanity.imageAsset"]' });
      contentProxy.refuse(({ path }) => path.includes("/assets/"));
    },
    left: { rows: ofBackup, files: ofBackup, content: `${ofBackup} + ${ofBefore}` },
    says: /Arquivos: como no backup\. Conteúdo: em parte como no backup, nada apagado/,
  },
  {
    step: "content: the surplus is not removed",
    breaks: () => contentProxy.refuse(({ body }) => body.includes("_id in $kept")),
    left: { rows: ofBackup, files: ofBackup, content: `${ofBackup} + ${ofBefore}` },
    says: /Conteúdo: o do backup está todo; o que ele não tem ainda não foi apagado/,
  },
  {
    step: "database: the line is cut as it commits",
    breaks: () => line.cutAt("commit"),
    left: everything,
    says: /^Restaurado como em /,
  },
  { step: "nothing", breaks: () => undefined, left: everything, says: /^Restaurado como em / },
];

const table: string[][] = [];
afterAll(() => console.info(table.map((cells) => cells.join(" | ")).join("\n")));

test.each(broken)(
  "$step: the report matches what is left",
  async ({ step, breaks, left, says }) => {
    const mend = await breaks();
    const said = await restoreByCommand();
    for (const proxy of [storageProxy, contentProxy]) proxy.refuse(undefined);
    line.cutAt(undefined);
    if (typeof mend === "function") await mend();
    const found = await namesLeft();
    table.push([step, ...Object.values(found), said.replaceAll("\n", " ")]);
    expect(found).toEqual(left);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/invalid|fetch failed|undefined|Error\b/);
  },
);

test("a restore parks queued mail and leaves the schedule off unless the option keeps them", async () => {
  const { sql } = product;
  const queue = () => sql`
    select status, leased_until, last_error is not null as has_error from public.outgoing_mail
    where idempotency_key in ('a', 'b') order by idempotency_key`;
  await sql.unsafe(`
    create schema cron;
    create table cron.job (jobid bigint, jobname text, active boolean);
    insert into cron.job values (1, 'deliver-mail', true), (2, 'purge-expired', true);
    create function cron.alter_job(job_id bigint, active boolean) returns void language sql
      as 'update cron.job set active = $2 where jobid = $1'`);
  try {
    expect(await restoreByCommand("--keep-mail")).toMatch(/A fila .* seguem como no backup\.$/);
    expect((await queue()).map(({ status }) => status)).toEqual(["queued", "sending"]);
    expect(await sql`select from cron.job where active`).toHaveLength(2);

    expect(await restoreByCommand()).toMatch(
      /Nada sai daqui por si: 2 e-mails e 0 emissões .* Agenda desligada \(deliver-mail, purge-expired\)/,
    );
    const parked = { status: "parked", leased_until: null, has_error: true };
    expect([...(await queue())]).toEqual([parked, parked]);
    expect(await sql`select from cron.job where active`).toHaveLength(0);
    expect(await sql`select from public.claim_outgoing_mail()`).toHaveLength(0);
    expect(await sql`select public.claim_document_job() as job`).toEqual([{ job: null }]);
  } finally {
    await sql`drop schema cron cascade`;
  }
});

/** Starts a proxy in front of the database. The proxy cuts a connection after the client has sent the text `cutAt`. */
async function startLine(port: number) {
  let cutAt: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    for (const socket of [client, database]) {
      sockets.add(socket.on("error", () => undefined));
      socket.on("close", () => [client, database].forEach((end) => end.destroy()));
    }
    database.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      const isLast = cutAt !== undefined && bytes.includes(cutAt);
      if (!isLast) return void database.write(bytes);
      cutAt = undefined;
      // The database's responses are discarded from here on, so the client gets no answer to its last data.
      database.removeAllListeners("data").resume();
      database.write(bytes, () => setTimeout(() => client.destroy(), 300));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    port: address.port,
    cutAt: (next: string | undefined) => void (cutAt = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
