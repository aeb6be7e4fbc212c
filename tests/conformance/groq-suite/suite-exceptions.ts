import { z } from "zod";

const listed = z.array(z.strictObject({ reason: z.string(), cases: z.array(z.string()).min(1) }));
const counted = z.array(z.strictObject({ reason: z.string(), name: z.string(), count: z.int() }));

/** Cases of the GROQ suite that are not expected to pass, with the reasons. Cases that pass must not be listed. */
export const exceptionsSchema = z.strictObject({
  /** Ids of cases whose answer differs from the answer in the suite. */
  failing: listed,
  /** Ids of cases that are not run, because the evaluation would take too long. */
  tooSlow: listed,
  /** Number of cases whose answer has status 501, counted separately for each missing feature. */
  notImitated: counted,
  /** Number of cases whose dataset is not part of the suite, because the suite only links to the dataset. */
  withoutDataset: counted,
});

export type Exceptions = z.infer<typeof exceptionsSchema>;
