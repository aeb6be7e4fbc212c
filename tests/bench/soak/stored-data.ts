import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SoakStack } from "./soak-stack.ts";

/** What the parts of this machine keep for good, by design, in bytes. */
export interface Stored {
  /** Documents and their whole history, on disk. */
  content: number;
  /** On disk, too. */
  database: number;
  /** The source of the e-mails that the inbox holds in memory: the newest 2,000. */
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
  // A mail may have made room for another one meanwhile.
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
