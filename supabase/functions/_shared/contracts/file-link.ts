import * as z from "zod/mini";

/** What a function answers that opens a file: where it is, for a minute. */
export const fileLinkSchema = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });
