import type { Browser } from "@playwright/test";
import { openListeningPage } from "../support/pages/listening-page.ts";
import type { BenchStack } from "./bench-stack.ts";
import type { Figure } from "./figure.ts";
import { measure } from "./measure.ts";

const TO_OPEN_PAGE = "publish -> open page, ms";
const TO_HTML = "publish -> first fresh HTML, ms";

/**
 * Returns the milliseconds from a publish until an open page changes, and until the site first
 * sends HTML with the change.
 */
export async function measureFreshness(
  stack: Pick<BenchStack, "siteUrl" | "editor">,
  browser: Browser,
): Promise<Figure[]> {
  const { page, close } = await openListeningPage(browser, stack.siteUrl);
  let round = 0;
  const figures = await measure(
    { [TO_OPEN_PAGE]: "<", [TO_HTML]: "<" },
    async () => {
      round += 1;
      const question = `Pergunta da medição ${round}?`;
      const began = performance.now();
      await stack.editor.patch("faq-o-que-e").set({ question }).commit();
      const [openPage, html] = await Promise.all([
        page
          .getByText(question)
          .waitFor()
          .then(() => performance.now() - began),
        untilHtmlHas(stack.siteUrl, question).then(() => performance.now() - began),
      ]);
      return {
        [TO_OPEN_PAGE]: { value: openPage, limit: 1_000 },
        [TO_HTML]: { value: html, limit: 500 },
      };
    },
    { least: 20, most: 40 },
  );
  await close();
  return figures;
}

async function untilHtmlHas(url: string, text: string): Promise<void> {
  for (;;) {
    const html = await (await fetch(url)).text();
    if (html.includes(text)) return;
  }
}
