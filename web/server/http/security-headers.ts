import type { Backend } from "../../backend/backend-context.tsx";

export const transportHeaders = {
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** HSTS header for a domain whose subdomains all use only https. */
export const subdomainsToo = `${transportHeaders["strict-transport-security"]}; includeSubDomains`;

/**
 * Headers of pages with personal data: no cache, no indexing, no referrer, and isolation from the opening page. Other
 * pages are not isolated, because isolation makes visitors wait for a new browser process.
 */
export const privateHeaders = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Endpoint for reports of content security policy violations. */
export const reportsPath = "/_relatos";

/**
 * Returns a page's headers. Script and style are allowed by hash, so cached HTML needs no nonce.
 * Trusted Types forbid turning text into script or markup (`web/app/entry-client.tsx`). @param
 * encrypted true when visitors reach the site by https.
 */
export function securityHeaders(
  scriptHash: string,
  styleHash: string,
  backend: Backend | null,
  encrypted: boolean,
): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      `script-src 'self' ${scriptHash}`,
      `style-src-elem 'self' ${styleHash}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self'${backend ? ` ${backend.url}` : ""}`,
      "manifest-src 'self'",
      "frame-src https://www.youtube-nocookie.com",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types default document-viewer",
      "report-to csp",
      ...(encrypted ? ["upgrade-insecure-requests"] : []),
    ].join("; "),
    ...transportHeaders,
    "reporting-endpoints": `csp="${reportsPath}"`,
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

/** Returns an answer with one line of text. No cache keeps the answer. */
export function plainReply(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: {
      ...transportHeaders,
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}
