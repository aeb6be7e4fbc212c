import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import bootScript from "virtual:boot-script";
import { z } from "zod";
import { previewPaths } from "../../config/paths.ts";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { brandColours } from "../../ui/brand/brand.ts";
import { manifestPath } from "../http/search-files.ts";
import type { RenderedPage } from "./render-page.tsx";
import { createStyleSelector } from "./styles.ts";

export interface BrowserAssets {
  /** Whole style sheet. Each page inlines the rules that it needs, which saves a request before the first paint. */
  css: string;
  stylesUrl: string | undefined;
  bootScript: string;
  entryUrl: string;
  /** URLs of the entry script and its imports, so that the browser can fetch all of them at the same time. */
  entryParts: readonly string[];
  /** Markup for the head of preview pages, which loads the studio's overlay. */
  overlayHead: string;
  developmentHead?: string;
}

export interface HtmlOptions {
  /** Omits the script, for pages that cannot be hydrated. */
  withoutScript?: boolean;
  /**
   * Sanity perspective of an editor's preview; undefined for visitors. A preview hydrates on load and shows the
   * overlay.
   */
  perspective?: string;
}

export interface HtmlDocument {
  render(page: RenderedPage, options?: HtmlOptions): { markup: string; styleHash: string };
  /** CSP source expression that allows the inlined boot script (`web/app/boot.ts`) and no other script. */
  scriptHash: string;
}

const FIRST_IN_HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`;
const ICONS = `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="${manifestPath}"><meta name="theme-color" content="${brandColours.petrol700}">`;

export function createHtmlDocument(assets: BrowserAssets): HtmlDocument {
  const selectStyles = createStyleSelector(assets.css);
  const stylesUrl = assets.stylesUrl ? ` data-styles="${assets.stylesUrl}"` : "";
  return {
    scriptHash: cspHash(assets.bootScript),
    render(
      { path, status, markup, structuredData, state },
      { withoutScript = false, perspective } = {},
    ) {
      const { css, fontUrls } = selectStyles(markup);
      const fonts = fontUrls.map(
        (url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
      );
      const isVisited = status === 200 && perspective === undefined;
      const hydrate = isAccountPath(path) ? "private" : isVisited ? "" : "now";
      const script = withoutScript ? "" : `<script>${assets.bootScript}</script>`;
      const settings = `data-entry="${assets.entryUrl}" data-parts="${assets.entryParts.join(" ")}" data-version="${state.version}"${hydrate && ` data-hydrate="${hydrate}"`}${stylesUrl}${perspective ? ` data-perspective="${perspective}"` : ""}`;
      const lastInHead = `${fonts.join("")}${ICONS}${structuredData}<style>${css}</style>${script}${perspective ? assets.overlayHead : ""}${assets.developmentHead ?? ""}`;
      // React always writes these tags in this spelling. React escapes all texts, so no text can look like these tags.
      const document = markup
        .replace("<html", () => `<html ${settings}`)
        .replace("<head>", () => `<head>${FIRST_IN_HEAD}`)
        .replace("</head>", () => `${lastInHead}</head>`);
      return { markup: document, styleHash: cspHash(css) };
    },
  };
}

function cspHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Reads the list of files for the browser from Vite's manifest. @throws when the build is incomplete. */
export async function readBrowserAssets(clientDirectory: string): Promise<BrowserAssets> {
  const manifestFile = join(clientDirectory, ".vite/manifest.json");
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, "utf8")));
  const entry = manifest["web/app/entry-client.tsx"];
  const styles = manifest["web/app/styles.css"];
  if (!entry || !styles) throw new Error(`${manifestFile} lacks the application or its styles.`);

  const css = (await readFile(join(clientDirectory, styles.file), "utf8")).trim();
  return {
    css,
    stylesUrl: `/${styles.file}`,
    bootScript,
    entryUrl: `/${entry.file}`,
    overlayHead: `<link rel="stylesheet" href="${previewPaths.files}/overlay.css"><script type="module" src="${previewPaths.files}/overlay.js"></script>`,
    entryParts: [entry, ...entry.imports.flatMap((name) => manifest[name] ?? [])].map(
      ({ file }) => `/${file}`,
    ),
  };
}
