import { transportHeaders } from "./security-headers.ts";

/** Says in a line why there is nothing else to answer; never kept by a cache. */
export function plainReply(
  text: string,
  status: 400 | 401 | 403 | 404 | 410 | 413 | 415 | 429 | 502 | 503,
): Response {
  return new Response(text, {
    status,
    headers: {
      ...transportHeaders,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}
