import type { Context } from "hono";
import { z } from "zod";
import { type Log, logLine } from "../../config/log.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { createRateLimit, readLimitedText } from "./limits.ts";
import { transportHeaders } from "./security-headers.ts";

const MAX_BODY_BYTES = 16 * 1024;
const MAX_REPORTS = 20;
const MINUTE_MS = 60_000;

const urlSchema = z.string().max(2_000);
const reportsSchema = z
  .array(
    z.object({
      type: z.literal("csp-violation"),
      body: z.object({
        documentURL: urlSchema,
        blockedURL: urlSchema.catch(""),
        effectiveDirective: z.string().regex(/^[a-z-]{1,40}$/),
        lineNumber: z.int().nonnegative().optional().catch(undefined),
      }),
    }),
  )
  .max(MAX_REPORTS);

/**
 * Creates the endpoint for CSP violations (Reporting API). Logs the same violation at most once an hour and takes ten
 * calls a minute per network. Logs origins of blocked URLs and paths of the site's fixed pages, but no full URL. A full
 * URL may identify a person.
 */
export function createPolicyReports(siteUrl: string, log: Log = logLine) {
  const mayCall = createRateLimit({ perKey: 10, inAll: 120, windowMs: MINUTE_MS });
  const mayLog = createRateLimit({ perKey: 1, inAll: 200, windowMs: 60 * MINUTE_MS });
  const { origin } = new URL(siteUrl);

  return async (context: Context, network: string): Promise<Response> => {
    if (!mayCall(network)) return answer(429);
    const text = await readLimitedText(context.req.raw, MAX_BODY_BYTES);
    if (text === undefined) return answer(413);
    const reports = reportsSchema.safeParse(parseJson(text));
    if (!reports.success) return answer(400);
    for (const { body } of reports.data) {
      const finding = {
        directive: body.effectiveDirective,
        blocked: originOf(body.blockedURL),
        page: pageOf(body.documentURL, origin),
        line: body.lineNumber,
      };
      if (mayLog(JSON.stringify(finding))) log("warn", "policy-violated", finding);
    }
    return answer(204);
  };
}

function answer(status: 204 | 400 | 413 | 429): Response {
  return new Response(null, {
    status,
    headers: { ...transportHeaders, "cache-control": "no-store" },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the origin of a blocked URL, or the keyword that browsers send for inline code and similar sources. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : "other";
}

function pageOf(documentUrl: string, origin: string): string {
  if (!URL.canParse(documentUrl)) return "other";
  const url = new URL(documentUrl);
  return url.origin === origin && pagesByPath.has(url.pathname) ? url.pathname : "other";
}
