import type { Page } from "@playwright/test";
import { launchBrowser, openContext } from "../support/pages/browser.ts";
import { startEditorStack } from "./editor-stack.ts";
import type { BenchPart, Sample } from "./figure.ts";
import { median } from "./median.ts";

const LIMIT_MS = 1_000;
const KEYS = "Texto que se digita!";
/** Pause between key presses of a person who thinks while typing. */
const BETWEEN_KEYS_MS = 250;

/** Measures the time from an edit in the studio until the studio's preview frame shows the edit. */
export async function benchStudio(): Promise<BenchPart> {
  const stack = await startEditorStack();
  const browser = await launchBrowser();
  try {
    const context = await openContext(browser, { width: 1500, height: 1100 });
    const samples = await measureKeystrokes(await context.newPage(), stack.studioUrl);
    const middle = Math.round(median(samples.map(({ value }) => value)));
    return {
      figures: [{ name: "keystroke -> studio's frame, ms", comparison: "<", samples }],
      sections: [
        `A key press in the studio shows in its frame after ${middle} ms (median of ${samples.length}).`,
      ],
    };
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function measureKeystrokes(page: Page, studioUrl: string): Promise<Sample[]> {
  await page.goto(`${studioUrl}/presentation?preview=/`);
  const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
  const field = page.getByTestId("field-hero.title").first().getByRole("textbox");
  // The studio's overlay loads some moments after the page, and until then a click on the page does nothing.
  while (!(await field.isVisible())) {
    await heading.click();
    await field.waitFor({ timeout: 5_000 }).catch(() => {});
  }
  await field.fill("A");
  const shown = new Map<string, number>();
  let finished = false;
  const watch = (async () => {
    while (!finished) {
      const text = (await heading.innerText()).replaceAll(/[^\p{L}\p{P} ]/gu, "").trim();
      if (!shown.has(text)) shown.set(text, performance.now());
      // Pauses between reads, because the studio and its frame need the processor.
      await page.waitForTimeout(20);
    }
  })();

  const pressed: { text: string; at: number }[] = [];
  let text = "A";
  await field.press("End");
  for (const key of KEYS) {
    text += key;
    pressed.push({ text, at: performance.now() });
    await page.keyboard.type(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  while (!shown.has(text)) await page.waitForTimeout(50);
  finished = true;
  await watch;
  return pressed.map(({ text: typed, at }) => {
    const times = [...shown].filter(([seen, time]) => time > at && seen.startsWith(typed.trim()));
    return { value: Math.min(...times.map(([, time]) => time)) - at, limit: LIMIT_MS };
  });
}
