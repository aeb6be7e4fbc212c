import { z } from "zod";

const resultsSchema = z.record(
  z.string(),
  z.object({ resultJson: z.string(), tags: z.array(z.string()) }),
);
const fileSchema = z.object({ dataset: z.string(), results: resultsSchema });

/** Query results by query and parameters, written at build time for a cold start without Sanity. */
export type ContentSnapshot = Readonly<z.infer<typeof resultsSchema>>;

/** The text of a snapshot file; `dataset` tells whose content it is. */
export function formatContentSnapshot(results: ContentSnapshot, dataset: string): string {
  return JSON.stringify({ dataset, results } satisfies z.infer<typeof fileSchema>);
}

/** @throws ZodError or SyntaxError when it is damaged, Error when it is another dataset's. */
export function parseContentSnapshot(text: string, dataset: string): ContentSnapshot {
  const file = fileSchema.parse(JSON.parse(text));
  if (file.dataset !== dataset) throw new Error(`It holds the content of ${file.dataset}`);
  return file.results;
}
