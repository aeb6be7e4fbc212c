import { z } from "zod";

const listed = z.array(z.strictObject({ reason: z.string(), cases: z.array(z.string()).min(1) }));
const counted = z.array(z.strictObject({ reason: z.string(), name: z.string(), count: z.int() }));

/** What of the GROQ suite is not passed, and why; each exception must still be one. */
export const exceptionsSchema = z.strictObject({
  /** Cases by id that are answered otherwise than the suite expects. */
  failing: listed,
  /** Cases by id that are not run, because they would not end. */
  tooSlow: listed,
  /** How many cases are answered with a 501 that holds the name. */
  notImitated: counted,
  /** How many cases ask a dataset that the suite only links to. */
  withoutDataset: counted,
});

export type Exceptions = z.infer<typeof exceptionsSchema>;
