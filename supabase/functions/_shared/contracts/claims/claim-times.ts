import * as z from "zod/mini";

/** How long claims took, of those whose day came in the last 12 months; medians in days. */
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
