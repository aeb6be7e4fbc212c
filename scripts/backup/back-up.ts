import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import type { Sql, TransactionSql } from "postgres";
import { exportContent } from "../../studio/local/content-files.ts";
import { type Manifest, type Piece, type Summary, tableName, writeArchive } from "./archive.ts";
import {
  beginCopying,
  copyOut,
  inPieces,
  listSequences,
  listTables,
  piecesOf,
} from "./copy-tables.ts";
import { orSay } from "../run-command.ts";
import { withDatabase } from "../with-database.ts";
import type { ProductCopy } from "./product-copy.ts";
import { downloadFile, listFiles } from "./stored-files.ts";

/**
 * Saves the database, files and content in an encrypted archive while the product is in use. All rows are read as they
 * were at one moment. Every file that has a row at that moment still exists, because the product deletes a file's row
 * before the file. Files that the product deletes later, during the backup, are left out. @returns the contents of the
 * archive @throws when a part cannot be read, after removing the unfinished archive
 */
export async function backUp(
  copy: ProductCopy,
  { file, recipient }: { file: string; recipient: string },
): Promise<{ manifest: Manifest; summary: Summary }> {
  const save = (sql: Sql) =>
    sql.begin("isolation level repeatable read read only", async (transaction) => {
      await beginCopying(transaction);
      const manifest = await describe(transaction);
      const summary: Summary = {
        tables: {},
        files: [],
        content: { documents: 0, assets: 0, sha256: "" },
      };
      async function* pieces(): AsyncGenerator<Piece> {
        yield asJson("manifest.json", manifest);
        yield* rowsOf(transaction, manifest, summary);
        yield* filesOf(copy, sql, manifest, summary);
        yield* contentOf(copy, summary);
        yield asJson("summary.json", summary);
      }
      await writeArchive(file, recipient, pieces());
      return { manifest, summary };
    });
  return orSay("O backup não foi feito", () => withDatabase(copy.databaseUrl, save, { max: 2 }));
}

async function describe(sql: TransactionSql): Promise<Manifest> {
  const [moment] = await sql`
    select pg_current_snapshot()::text as snapshot,
      array(select version from supabase_migrations.schema_migrations order by 1) as migrations`;
  return {
    format: 1,
    takenAt: new Date().toISOString(),
    snapshot: String(moment?.["snapshot"]),
    migrations: moment?.["migrations"],
    tables: await listTables(sql),
    sequences: await listSequences(sql),
    files: await listFiles(sql),
  };
}

async function* rowsOf(sql: TransactionSql, manifest: Manifest, summary: Summary) {
  for (const table of manifest.tables) {
    const rows = copyOut(sql, table);
    for (let part = 0; ; part += 1) {
      const { done, value } = await rows.next();
      if (done) {
        summary.tables[tableName(table)] = value;
        break;
      }
      yield { name: `${piecesOf(table)}${part}`, bytes: value };
    }
  }
}

/**
 * Reads the manifest's files. `sql` runs outside the backup's transaction, which cannot see later deletions of files.
 */
async function* filesOf(copy: ProductCopy, sql: Sql, manifest: Manifest, summary: Summary) {
  for (const [index, file] of manifest.files.entries()) {
    const bytes = await downloadFile(copy.supabase, sql, file);
    summary.files.push(bytes && createHash("sha256").update(bytes).digest("hex"));
    if (bytes) yield { name: `files/${index}`, bytes };
  }
}

async function* contentOf(copy: ProductCopy, summary: Summary) {
  const destination = new PassThrough();
  const hash = createHash("sha256");
  const exported = exportContent({ ...copy.content, destination });
  // A failed export ends the stream, because the stream's reader would otherwise wait forever.
  exported.catch((error: Error) => destination.destroy(error));
  let part = 0;
  for await (const bytes of inPieces(destination)) {
    hash.update(bytes);
    yield { name: `content/${part}`, bytes };
    part += 1;
  }
  const { documentCount, assetCount } = await exported;
  summary.content = {
    documents: documentCount,
    assets: assetCount,
    sha256: hash.digest("hex"),
  };
}

function asJson(name: string, value: unknown): Piece {
  return { name, bytes: Buffer.from(JSON.stringify(value)) };
}
