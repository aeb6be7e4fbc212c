import type { Context } from "hono";
import { z } from "zod";
import { type Log, logLine } from "../../config/log.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { createRateLimit } from "./limits.ts";
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
 * Takes what browsers report of the content security policy (Reporting API) and logs a sample:
 * each finding once an hour, and of one network no more than ten calls in a minute. Of a page only
 * a path in code is logged, of an address only its origin: the rest may name a person.
 */
export function createPolicyReports(siteUrl: string, log: Log = logLine) {
  const mayCall = createRateLimit({ perKey: 10, inAll: 120, windowMs: MINUTE_MS });
  const mayLog = createRateLimit({ perKey: 1, inAll: 200, windowMs: 60 * MINUTE_MS });
  const { origin } = new URL(siteUrl);

  return async (context: Context, network: string): Promise<Response> => {
    if (!mayCall(network)) return answer(429);
    const text = await readText(context.req.raw);
    if (text === null) return answer(413);
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

/** The body as text, or null when it is longer than any honest one, whatever its headers say. */
async function readText(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return "";
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was blocked: an origin, or the word that stands for inline code and the like. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin : "other";
}

function pageOf(documentUrl: string, origin: string): string {
  if (!URL.canParse(documentUrl)) return "other";
  const url = new URL(documentUrl);
  return url.origin === origin && pagesByPath.has(url.pathname) ? url.pathname : "other";
}
