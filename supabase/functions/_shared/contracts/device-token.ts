import * as z from "zod/mini";

/**
 * The random token by which a browser that has signed in is known again, so that strangers who
 * try the same account cannot lock it out. It opens nothing: the password is asked all the same.
 * What is no token counts as none.
 */
export function deviceField() {
  return z.catch(z.optional(z.string().check(z.regex(/^[\w-]{32,64}$/))), undefined);
}
