import type { Shim } from "./shim.ts";

/** Answers 503 when the API does not answer: a query can be lost with its connection. */
export function answerInTime(milliseconds: number): Shim {
  return async (request, next) => {
    const late = Promise.withResolvers<Response>();
    const timer = setTimeout(() => {
      const body = { code: "PGRST003", message: "Timed out", details: null, hint: null };
      // Pages of any origin may read it, as they may every other answer of the data API.
      const headers = { "access-control-allow-origin": "*" };
      late.resolve(Response.json(body, { status: 503, headers }));
    }, milliseconds);
    return Promise.race([next(request), late.promise]).finally(() => clearTimeout(timer));
  };
}
