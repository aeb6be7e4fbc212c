import type { Backend } from "../../backend/backend-context.tsx";
import { securityHeaders } from "../http/security-headers.ts";

/** Of no text at all: what the overlay's styles are put into before they are filled in. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** For whatever is answered to an editor: no cache keeps it and no search engine finds it. */
export const unkeptHeaders = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
} as const;

/**
 * Headers of a page that an editor sees: of all pages, these alone may be framed, by the studio. The
 * overlay sets the icons of content types as markup, which Trusted Types would refuse.
 */
export function previewHeaders(
  { scriptHash, styleHash }: { scriptHash: string; styleHash: string },
  backend: Backend | null,
  site: { encrypted: boolean; studioUrl: string },
): Record<string, string> {
  const headers = securityHeaders(scriptHash, styleHash, backend, site.encrypted);
  const policy = headers["content-security-policy"] ?? "";
  return {
    ...headers,
    "content-security-policy": policy
      .replace("frame-ancestors 'none'", `frame-ancestors 'self' ${site.studioUrl}`)
      .replace("style-src-elem 'self'", `style-src-elem 'self' ${EMPTY_STYLE}`)
      .replace(/require-trusted-types-for 'script'; trusted-types [^;]*; /, ""),
    // A process of its own: the studio is busy while somebody types, and on one host they would share one.
    "origin-agent-cluster": "?1",
    "content-type": "text/html; charset=utf-8",
    ...unkeptHeaders,
  };
}

/** Shown where drafts cannot be shown and nothing is published; it comes back by itself. */
export const unshownPage = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="4"><title>Rascunho incompleto | Payser</title><h1>Ainda não dá para mostrar esta página</h1><p>Falta preencher algum campo, e não há nada publicado neste endereço. Continue editando: a página aparece aqui assim que puder ser mostrada.</p></html>`;
