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

/** Named part of an archive, small enough to be held in memory. */
export interface Piece {
  name: string;
  bytes: Uint8Array;
}

/**
 * Writes a tar archive that is compressed and encrypted for `recipient` (`age1…`), so the `age` program can read it. No
 * unencrypted part is ever written to the disk. The file appears only when the archive is complete. @throws the errors
 * of `pieces`, after removing the unfinished file
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
    // The loop waits until the archive has taken this piece, so that only one piece at a time is in memory.
    entry.end(bytes);
    await promise;
  }
  archive.finalize();
}

/** Reads an archive with a secret key (`AGE-SECRET-KEY-1…`). @throws ToolError for a wrong key or a damaged file */
export async function* readArchive(file: string, identity: string): AsyncGenerator<Piece> {
  const decrypted = await decrypt(file, identity);
  const entries = extract();
  try {
    const read = pipeline(decrypted, createGunzip(), entries);
    // The error is ignored here, because the loop below throws the same error.
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
  /**
   * Creation time. This field and the next two are saved, because the server sets new values for each restored file.
   */
  createdAt: z.string(),
  owner: z.string().nullable(),
  userMetadata: z.string().nullable(),
});

/** First piece of an archive. It lists the archive's contents and the migrations of the saved database. */
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** PostgreSQL `pg_snapshot` that tells which transactions the archive contains. */
  snapshot: z.string(),
  /** Versions of the saved database's migrations. A project with other migrations cannot restore the archive. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(fileSchema),
});

/** Last piece of an archive. An archive without this piece is incomplete. */
const summarySchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** Checksums of the files in the manifest's order; null for a file that was removed before the backup read it. */
  files: z.array(z.string().nullable()),
  content: z.object({ documents: z.number(), assets: z.number(), sha256: z.string() }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Summary = z.infer<typeof summarySchema>;
export type StoredFile = z.infer<typeof fileSchema>;
export type Table = Manifest["tables"][number];

export function tableName({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${schema}.${name}`;
}

/** Checks a whole archive and returns its manifest and summary. @throws for a wrong key or a damaged archive */
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

/**
 * Makes a stream that reads chunks only on demand. `ReadableStream.from` cannot be used, because its types are
 * incompatible.
 */
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
