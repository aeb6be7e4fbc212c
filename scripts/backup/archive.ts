import { Decrypter, Encrypter } from "age-encryption";
import { type Hash, createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, rename, rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";
import { ToolError, inPortuguese } from "../run-command.ts";

/** One named piece of an archive, small enough for memory. */
export interface Piece {
  name: string;
  bytes: Uint8Array;
}

/**
 * Writes a tar archive, compressed and encrypted for `recipient` (`age1…`), as the `age` program
 * reads it; nothing of it is ever on the disk in clear. The file appears when it is whole.
 * @throws what `pieces` throws; then there is no file
 */
export async function writeArchive(
  file: string,
  recipient: string,
  pieces: AsyncIterable<Piece>,
): Promise<void> {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new ToolError("BACKUP_RECIPIENT não é uma chave pública inteira (age1…).", { cause });
  }
  const archive = pack();
  const unfinished = `${file}.part`;
  const filled = fill(archive, pieces).catch((error: Error) => archive.destroy(error));
  try {
    const compressed = createGzip();
    const packed = pipeline(archive, compressed);
    const encrypted = await encrypter.encrypt(webStreamOf(compressed));
    await Promise.all([
      pipeline(encrypted, createWriteStream(unfinished, { mode: 0o600 })),
      packed,
      filled,
    ]);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fill(archive: ReturnType<typeof pack>, pieces: AsyncIterable<Piece>) {
  for await (const { name, bytes } of pieces) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = archive.entry({ name, size: bytes.length }, (error) =>
      error ? reject(error) : resolve(),
    );
    // As a stream, and not handed over whole: it waits until what came before is on the disk.
    entry.end(bytes);
    await promise;
  }
  archive.finalize();
}

/**
 * Reads an archive piece by piece with the secret key (`AGE-SECRET-KEY-1…`).
 * @throws ToolError when the key is another one, or the file is cut short or was changed
 */
export async function* readArchive(file: string, identity: string): AsyncGenerator<Piece> {
  const decrypted = await decrypt(file, identity);
  const entries = extract();
  try {
    const read = pipeline(decrypted, createGunzip(), entries);
    // Told by the loop below, too.
    read.catch(() => undefined);
    for await (const entry of entries) {
      yield { name: entry.header.name, bytes: await buffer(entry) };
    }
    await read;
  } catch (cause) {
    throw new ToolError(`${file} está cortado ou foi alterado: use outra cópia do backup.`, {
      cause,
    });
  }
}

async function decrypt(file: string, identity: string) {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new ToolError("BACKUP_IDENTITY não é uma chave secreta inteira (AGE-SECRET-KEY-1…).", {
      cause,
    });
  }
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new ToolError(`O backup não foi lido: ${inPortuguese(cause)}`, { cause });
  });
  try {
    return await decrypter.decrypt(webStreamOf(createReadStream(file)));
  } catch (cause) {
    const isOthers = cause instanceof Error && /no identity matched/.test(cause.message);
    throw new ToolError(
      isOthers
        ? `BACKUP_IDENTITY não é a chave secreta com que ${file} se abre.`
        : `${file} não é um backup, ou o começo dele foi alterado.`,
      { cause },
    );
  }
}

const fileSchema = z.object({
  bucket: z.string(),
  name: z.string(),
  mimetype: z.string(),
  cacheControl: z.string(),
  /** What the storage server would otherwise set anew. */
  createdAt: z.string(),
  owner: z.string().nullable(),
  userMetadata: z.string().nullable(),
});

/** The first piece of an archive: what it holds and what it fits. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Which transactions are in it, as PostgreSQL's `pg_snapshot`. */
  snapshot: z.string(),
  /** Versions of the database's migrations; a project with others is refused. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(fileSchema),
});

/** The last piece, without which an archive is not whole. */
const summarySchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** By the place in the manifest; null for one that was removed while the others were read. */
  files: z.array(z.string().nullable()),
  content: z.object({ documents: z.number(), assets: z.number(), sha256: z.string() }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Summary = z.infer<typeof summarySchema>;
export type StoredFile = z.infer<typeof fileSchema>;
export type Table = Manifest["tables"][number];

/** The name of a table in summaries, in pieces and for people. */
export function tableName({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${schema}.${name}`;
}

/**
 * Reads an archive from end to end before anything is changed by it.
 * @throws when the key does not fit, or the archive is not whole or not what was written
 */
export async function checkArchive(
  file: string,
  identity: string,
): Promise<{ manifest: Manifest; summary: Summary }> {
  const sums = new Map<string, Hash>();
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  for await (const { name, bytes } of readArchive(file, identity)) {
    if (name === "manifest.json") manifest = parsed(manifestSchema, bytes);
    else if (name === "summary.json") summary = parsed(summarySchema, bytes);
    else {
      const whole = name.startsWith("files/") ? name : name.slice(0, name.lastIndexOf("/"));
      const sum = sums.get(whole) ?? createHash("sha256");
      sums.set(whole, sum.update(bytes));
    }
  }
  if (!manifest || !summary) throw new ToolError(`${file} não está inteiro.`);
  const empty = createHash("sha256").digest("hex");
  const found = (name: string) => sums.get(name)?.digest("hex") ?? empty;
  const expected = [
    ...Object.entries(summary.tables).map(([name, { sha256 }]) => [`database/${name}`, sha256]),
    ...summary.files.flatMap((sha256, index) => (sha256 ? [[`files/${index}`, sha256]] : [])),
    ["content", summary.content.sha256],
  ];
  for (const [name = "", sha256] of expected) {
    if (found(name) !== sha256) throw new ToolError(`${file} não está inteiro: ${name} difere.`);
  }
  return { manifest, summary };
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> {
  const read = schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  if (read.success) return read.data;
  throw new ToolError("O backup foi feito por outra versão deste código: restaure-o com ela.");
}

/** A stream of the web's kind, which reads on only as it is read. (`ReadableStream.from` has other types.) */
function webStreamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
