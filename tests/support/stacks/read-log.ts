import { z } from "zod";

const lineSchema = z.looseObject({ time: z.string(), level: z.string(), event: z.string() });

/** Matches lines that a site logs when the content API is down or broken, or when the event stream is lost. */
export const contentAway = /"event":"(?:content-unavailable|stream-lost)"/;

/** Returns the lines of a site's log that have this event, in order. */
export function readLog(log: readonly string[], event: string): z.infer<typeof lineSchema>[] {
  return log
    .filter((line) => line.startsWith("{"))
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .filter((line) => line.event === event);
}
