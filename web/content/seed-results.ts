import { z } from "zod";

const seedResultSchema = z.object({
  /** The result as far as the schema requires it: what is optional is null or left out. */
  required: z.unknown(),
  /** The same, with what is required of the optional groups, for those that are filled in. */
  inGroups: z.unknown(),
  /** The same with all its texts: what stands in for a part that is not there at all. */
  full: z.unknown(),
  /** Which document stands at which path of the result; the whole result is at "". */
  documents: z.record(z.string(), z.string()),
});

/** What a query gives on the seed content. */
export type SeedResult = z.infer<typeof seedResultSchema>;

const seedResultsSchema = z.record(z.string(), seedResultSchema);

/** By query and parameters, made at build time: texts for what published content lacks. */
export type SeedResults = Readonly<Record<string, SeedResult>>;

/** Stands for a value of the seed that only stands in for a fact of the company. */
export const NOT_OFFERED = "{{a preencher}}";

/** Parses the file that the build made. @throws ZodError or SyntaxError when it is damaged. */
export function parseSeedResults(text: string): SeedResults {
  return seedResultsSchema.parse(JSON.parse(text));
}
