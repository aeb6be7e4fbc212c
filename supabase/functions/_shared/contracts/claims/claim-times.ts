import * as z from "zod/mini";

/** Numbers for claims that were decided (or paid) in the last 12 months or are overdue. The median is in days. */
const timesSchema = z.object({
  count: z.number(),
  /** Number of claims that met the promised day. */
  inTime: z.number(),
  medianDays: z.number(),
});

/** Reply of claim-times to everybody; null when there are too few claims. */
export const claimTimesSchema = z.object({
  decided: z.nullable(timesSchema),
  paid: z.nullable(timesSchema),
});
export type ClaimTimes = z.output<typeof claimTimesSchema>;
