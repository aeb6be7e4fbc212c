import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";
import { hydrate } from "../support/pages/hydrate.ts";
import { openVisit } from "../support/pages/browser.ts";

/**
 * Maximum bytes of script. `page` is for a page and `form` for a page with a form, both after gzip -9. `boot` is for
 * inlined script without compression. A kB here has 1,024 bytes.
 */
export const scriptBudgets = { page: 115 * 1_024, form: 144 * 1_024, boot: 2.2 * 1_024 };

export interface ScriptBytes {
  /** Bytes of the HTML with its inlined styles, brotli-compressed. */
  html: number;
  /** Bytes of inlined and loaded script before the first use of the page, uncompressed. */
  before: number;
  /**
   * Bytes of all script that the page has loaded after its first use, gzip-compressed. Inlined script is not included,
   * because it has a limit of its own.
   */
  hydrated: number;
}

/** Returns the bytes of the HTML and the scripts of a page, before and after its first use. */
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
  // The application loads further scripts after it has started.
  await page.waitForTimeout(1_500);
  const bodies = await readBodies();
  await visit.close();
  return {
    html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    before: inlined.length + early,
    hydrated: bodies.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0),
  };
}
