import { createHash } from "node:crypto";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { brandColours } from "../../ui/brand/brand-colours.ts";
import type { RenderedPage } from "./render-page.tsx";
import { manifestPath } from "../http/search-files.ts";
import { createStyleSelector } from "./style-selector.ts";

/** What the build made for the browser. */
export interface BrowserAssets {
  /** All styles; a page inlines those that it uses: one request less before the first paint. */
  css: string;
  /** Where the application gets all styles. */
  stylesUrl: string | undefined;
  bootScript: string;
  entryUrl: string;
  /** What the entry imports, which can be fetched together with it. */
  entryParts: readonly string[];
  fontUrl: string | undefined;
  /** Markup that only the development server needs. */
  developmentHead?: string;
}

export interface HtmlDocument {
  /** `still` leaves out the script, for a page that no application could take over. */
  render(
    page: RenderedPage,
    options?: { still: boolean },
  ): Promise<{ markup: string; styleHash: string }>;
  /** CSP source that allows exactly the boot script. */
  scriptHash: string;
}

// React writes the tags that belong in the head before everything else.
const HEAD_TAGS = /^(?:<title\b[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;

/** Wraps rendered pages in the HTML document with the build's assets. */
export function createHtmlDocument(assets: BrowserAssets): HtmlDocument {
  const font = assets.fontUrl
    ? `<link rel="preload" href="${assets.fontUrl}" as="font" type="font/woff2" crossorigin>`
    : "";
  const selectStyles = createStyleSelector(assets.css);
  const stylesUrl = assets.stylesUrl ? ` data-styles="${assets.stylesUrl}"` : "";
  return {
    scriptHash: cspHash(assets.bootScript),
    async render({ path, status, markup, companyData, state }, { still } = { still: false }) {
      const css = await selectStyles(markup);
      const head = HEAD_TAGS.exec(markup)?.[0] ?? "";
      const hydrate = status !== 200 || isAccountPath(path) ? "now" : "intent";
      const script = still ? "" : `<script>${assets.bootScript}</script>`;
      const document = `<!doctype html>
<html lang="pt-BR" data-entry="${assets.entryUrl}" data-parts="${assets.entryParts.join(" ")}" data-version="${state.version}" data-hydrate="${hydrate}"${stylesUrl}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${head}${font}<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="${manifestPath}"><meta name="theme-color" content="${brandColours.petrol700}">
${companyData}
<style>${css}</style>${script}${assets.developmentHead ?? ""}</head>
<body><div id="root">${markup.slice(head.length)}</div></body>
</html>`;
      return { markup: document, styleHash: cspHash(css) };
    },
  };
}

function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
