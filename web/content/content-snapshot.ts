import { z } from "zod";

const snapshotSchema = z.record(
  z.string(),
  z.object({ resultJson: z.string(), tags: z.array(z.string()) }),
);

/** Query results by query and parameters, written at build time for a cold start without Sanity. */
export type ContentSnapshot = Readonly<z.infer<typeof snapshotSchema>>;

/** Parses a snapshot file's text. @throws ZodError or SyntaxError when it is damaged. */
export function parseContentSnapshot(text: string): ContentSnapshot {
  return snapshotSchema.parse(JSON.parse(text));
}
