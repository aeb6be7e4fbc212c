import { replaceJson } from "./shim.ts";
import type { Shim } from "./shim.ts";

/** The storage server refuses a name with control characters; here it would reach the database. */
export const pathCharacters: Shim = async (request, next) => {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/storage/v1/") || !/%(?:[01][0-9a-f]|7f)/i.test(pathname)) {
    return next(request);
  }
  const body = { statusCode: "400", error: "InvalidKey", message: "Invalid key" };
  return replaceJson(new Response(null), body, 400);
};
