import { readFile } from "node:fs/promises";
import { join } from "node:path";
import bootScript from "virtual:boot-script";
import { z } from "zod";
import { previewPaths } from "../../config/paths.ts";
import type { BrowserAssets } from "./html-document.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/** Reads from Vite's manifest which files the pages need. @throws when the build is incomplete. */
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
    entryParts: entry.imports.flatMap((name) => manifest[name] ?? []).map(({ file }) => `/${file}`),
  };
}
