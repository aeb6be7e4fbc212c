import type { Page } from "@playwright/test";
import { expect } from "vitest";
import { mediaLibraryFiles } from "../../studio/media-library/changed-files.ts";

const textsOf = (code: string) =>
  [...code.matchAll(/["'`]([^"'`$]+)["'`]/g)].map(([, text]) => text);

/** What the library would say in English, but for words that are Portuguese as well. */
const englishTexts = new Set(
  mediaLibraryFiles
    .flatMap(({ replacements }) => replacements)
    .flatMap(([english, portuguese]) => {
      const ours = textsOf(portuguese);
      return textsOf(english).filter((text) => !ours.includes(text));
    }),
);

/** Fails on any text, label or hint on the page that the library has in English. */
export async function expectNoEnglish(page: Page): Promise<void> {
  const read = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? "");
    const labels = ["aria-label", "placeholder", "title", "alt"].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map(
        (element) => element.getAttribute(name) ?? "",
      ),
    );
    return [...texts, ...labels];
  });
  expect(read.map((text) => text.trim()).filter((text) => englishTexts.has(text))).toEqual([]);
}
