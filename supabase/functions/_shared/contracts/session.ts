import * as z from "zod/mini";

/** What the functions that judge a password answer: what `setSession` takes. */
export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  token_type: z.string(),
});

export type Session = z.output<typeof sessionSchema>;
