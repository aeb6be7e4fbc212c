import { z } from "zod";

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
export const manifestSchema = z.object({
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
export const summarySchema = z.object({
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
