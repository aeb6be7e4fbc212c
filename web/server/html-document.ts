import { createHash } from "node:crypto";
import { accountPaths, formPaths } from "../app/page-paths.ts";
import { pageStateId } from "../app/page-state.ts";
import type { RenderedPage } from "./render-page.tsx";

/** What the build made for the browser. */
export interface BrowserAssets {
  /** Inlined: one request less before the first paint. */
  css: string;
  bootScript: string;
  entryUrl: string;
  fontUrl: string | undefined;
  /** Markup that only the development server needs. */
  developmentHead?: string;
}

export interface HtmlDocument {
  render(page: RenderedPage): string;
  /** CSP sources that allow exactly the inlined script and style. */
  scriptHash: string;
  styleHash: string;
}

// React writes the tags that belong in the head before everything else.
const HEAD_TAGS = /^(?:<title\b[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;

/** Wraps rendered pages in the HTML document with the build's assets. */
export function createHtmlDocument(assets: BrowserAssets): HtmlDocument {
  const font = assets.fontUrl
    ? `<link rel="preload" href="${assets.fontUrl}" as="font" type="font/woff2" crossorigin>`
    : "";
  return {
    scriptHash: cspHash(assets.bootScript),
    styleHash: cspHash(assets.css),
    render({ path, status, markup, state }) {
      const head = HEAD_TAGS.exec(markup)?.[0] ?? "";
      const hydrate =
        status !== 200 || accountPaths.includes(path) || formPaths.includes(path)
          ? "now"
          : "intent";
      return `<!doctype html>
<html lang="pt-BR" data-entry="${assets.entryUrl}" data-version="${state.version}" data-hydrate="${hydrate}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${head}${font}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="manifest" href="/site.webmanifest"><meta name="theme-color" content="#0b4f4a">
<style>${assets.css}</style><script>${assets.bootScript}</script>${assets.developmentHead ?? ""}</head>
<body><div id="root">${markup.slice(head.length)}</div><script type="application/json" id="${pageStateId}">${scriptSafeJson(state)}</script></body>
</html>`;
    },
  };
}

/** JSON that cannot end the script element it stands in. */
function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
