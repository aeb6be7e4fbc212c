import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, rename, rm } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { extract, pack } from "tar-stream";
import { ToolError, inPortuguese } from "../run-command.ts";
import { webStreamOf } from "./web-stream-of.ts";

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
