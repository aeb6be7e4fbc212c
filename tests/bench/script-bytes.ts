import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Browser, Response } from "@playwright/test";
import { hydrate } from "../support/pages/hydrate.ts";
import { openVisit } from "../support/pages/browser.ts";

/**
 * The most script that a page may load, in bytes after gzip -9, and what is inlined in it, as it is:
 * 115, 144 and 2.2 kB of 1,024 bytes.
 */
export const scriptBudgets = { page: 115 * 1_024, form: 144 * 1_024, boot: 2.2 * 1_024 };

export interface ScriptBytes {
  /** HTML with its inlined styles, brotli. */
  html: number;
  /** Inlined and loaded script before anybody uses the page, as it is. */
  before: number;
  /** All script that is loaded once the page is hydrated, gzip; what is inlined has its own budget. */
  hydrated: number;
}

/** Bytes of a page's HTML and scripts, before and after the first use. */
export async function measureScriptBytes(url: string, browser: Browser): Promise<ScriptBytes> {
  const html = Buffer.from(await (await fetch(url)).arrayBuffer());
  const inlined = [...html.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map(([, code = ""]) => code)
    .join("\n");

  // As on a phone, where the carousel comes only to whoever scrolls to it.
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
  // What the application loads once it runs.
  await page.waitForTimeout(1_500);
  const bodies = await readBodies();
  await visit.close();
  return {
    html: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    before: inlined.length + early,
    hydrated: bodies.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0),
  };
}
