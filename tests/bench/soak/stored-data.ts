import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SoakStack } from "./soak-stack.ts";

/** Bytes of data that the product keeps permanently by design. */
export interface Stored {
  /** Bytes on disk of all documents and their whole history. */
  content: number;
  /** Bytes of the database on disk. */
  database: number;
  /** Bytes of the newest 2,000 e-mails, which the local inbox holds in memory. */
  mails: number;
  mailCount: number;
}

export async function storedData({
  contentDirectory,
  inboxDirectory,
  sql,
}: SoakStack): Promise<Stored> {
  const [database] = await sql`select pg_database_size(current_database())::float8 as bytes`;
  const mails = await sizesIn(inboxDirectory, ".eml");
  const content = await sizesIn(contentDirectory, ".sqlite", ".sqlite-wal");
  return {
    content: sum(content),
    database: Number(database?.["bytes"]),
    mails: sum(mails),
    mailCount: mails.length,
  };
}

async function sizesIn(directory: string, ...endings: string[]): Promise<number[]> {
  const names = (await readdir(directory)).filter((name) =>
    endings.some((ending) => name.endsWith(ending)),
  );
  // A missing file counts as 0 bytes. After the folder was listed, the inbox may have deleted an old mail to make room
  // for a new one.
  return Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
