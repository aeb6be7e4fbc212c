import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";
import { hydrate } from "../support/pages/hydrate.ts";
import { openVisit } from "../support/pages/browser.ts";

/**
 * Maximum bytes of script: all loaded script of a page (`page`) or of a page with a form (`form`), compressed with gzip
 * -9, and the inlined script (`boot`), uncompressed.
 */
export const scriptBudgets = { page: 115 * 1_024, form: 144 * 1_024, boot: 2.2 * 1_024 };

export interface ScriptBytes {
  /** Bytes of the HTML with its inlined styles, brotli-compressed. */
  html: number;
  /** Bytes of inlined and loaded script before the visitor's first input starts the application, uncompressed. */
  before: number;
  /** Bytes of all script that is loaded once the application runs, gzip-compressed. Excludes inlined script. */
  hydrated: number;
}

/** Returns the bytes of the HTML and of the scripts of a page, before and after the application starts. */
export async function measureScriptBytes(url: string, browser: Browser): Promise<ScriptBytes> {
  const html = Buffer.from(await (await fetch(url)).arrayBuffer());
  const inlined = [...html.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, code = ""]) => code)
    .join("\n");

  // The window has the size of a phone, where the carousel loads only when a person scrolls to it.
  const visit = await openVisit(browser, { width: 360, height: 780 });
  const { page } = visit;
  const loaded: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") loaded.push(response);
  });
  const readBodies = () => Promise.all(loaded.map((response) => response.body()));
  await page.goto(url, { waitUntil: "networkidle" });
  const early = (await readBodies()).reduce((sum, body) => sum + body.length, 0);
  await hydrate(page);
  // Waits for the scripts that the application loads after its start.
  await page.waitForTimeout(1_500);
  const bodies = await readBodies();
  await visit.close();
  return {
    html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    before: inlined.length + early,
    hydrated: bodies.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0),
  };
}
