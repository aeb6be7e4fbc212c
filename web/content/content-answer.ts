import { z } from "zod";

const answerSchema = z
  // What a result holds is typed from the schema by its query.
  .object({ result: z.any(), syncTags: z.array(z.string()), ms: z.number() })
  .refine(({ result }) => result !== undefined, { path: ["result"], message: "is missing" });

export interface ContentAnswer {
  result: z.infer<typeof answerSchema>["result"];
  tags: readonly string[];
}

/**
 * Parses what came from the content API with status 200, which may be a proxy's page instead.
 * @throws Error that names what is wrong with it.
 */
export function parseContentAnswer(body: unknown): ContentAnswer {
  const parsed = answerSchema.safeParse(body);
  if (parsed.success) return { result: parsed.data.result, tags: parsed.data.syncTags };
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? issue.path.join(".") : "answer";
  throw new Error(`Not an answer of the content API: ${place}: ${issue?.message}`);
}
