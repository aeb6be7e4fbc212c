import type { Backend } from "../../backend/backend-context.tsx";

/** Headers of every answer, whatever it holds. */
export const transportHeaders = {
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Instead, where every subdomain is reached by https alone. */
export const subdomainsToo = `${transportHeaders["strict-transport-security"]}; includeSubDomains`;

/**
 * Headers of pages about somebody's own data: no cache and no search engine keeps them, nobody is
 * told that one comes from there, and they have no window in common with whoever opened them. That is a process of its own, for which other
 * pages would wait.
 */
export const privateHeaders = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Where browsers report what the policy forbade. */
export const reportsPath = "/_relatos";

/**
 * Headers of every page. The policy allows exactly the inlined script and style by their hashes,
 * so cached HTML needs no nonce; and calls to our backend and nobody else's. Text that would
 * become script or markup is refused by the browser (Trusted Types, `web/app/entry-client.tsx`).
 * @param encrypted whether the site is reached by https.
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
