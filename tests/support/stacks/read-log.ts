import { z } from "zod";

const lineSchema = z.looseObject({ time: z.string(), level: z.string(), event: z.string() });

/** What a site logs once the content API is away or not itself, and for its lost stream. */
export const contentAway = /"event":"(?:content-unavailable|stream-lost)"/;

/** The lines of a site's log that tell of an event, in order. */
export function readLog(log: readonly string[], event: string): z.infer<typeof lineSchema>[] {
  return log
    .filter((line) => line.startsWith("{"))
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .filter((line) => line.event === event);
}
