import type { RequestContext } from "./endpoint.ts";

/** Assets never change: their name is a hash of what they hold. */
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Headers of an answer whose bytes came from a client. With `dl` in the URL a browser saves them, under
 * the name that `dl` gives or else the original's (RFC 6266).
 */
export function assetHeaders(
  context: RequestContext,
  { length, contentType, name }: { length: number; contentType: string; name: string },
): Record<string, string> {
  const wanted = context.req.query("dl");
  const saved = encodeURIComponent(wanted === undefined || wanted === "" ? name : wanted);
  return {
    "content-type": contentType,
    "content-length": String(length),
    "cache-control": FOREVER,
    "x-content-type-options": "nosniff",
    // A document opened on its own must not run scripts on this origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(wanted !== undefined && { "content-disposition": `attachment; filename*=UTF-8''${saved}` }),
  };
}
