import type { Browser } from "@playwright/test";
import { openListeningPage } from "../support/listening-page.ts";
import type { BenchStack } from "./bench-stack.ts";
import { median } from "./median.ts";

const ROUNDS = 20;

/** Milliseconds from publishing to a changed open page, and to the first HTML that has it. */
export async function measureFreshness(
  stack: Pick<BenchStack, "siteUrl" | "editor">,
  browser: Browser,
) {
  const { page, close } = await openListeningPage(browser, stack.siteUrl);

  const openPage: number[] = [];
  const firstHtml: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const question = `Pergunta da medição ${round}?`;
    const began = performance.now();
    await stack.editor.patch("faq-o-que-e").set({ question }).commit();
    await Promise.all([
      page
        .getByText(question)
        .waitFor()
        .then(() => openPage.push(performance.now() - began)),
      untilHtmlHas(stack.siteUrl, question).then(() => firstHtml.push(performance.now() - began)),
    ]);
  }
  await close();
  return { openPage: median(openPage), firstHtml: median(firstHtml), rounds: ROUNDS };
}

async function untilHtmlHas(url: string, text: string): Promise<void> {
  for (;;) {
    const html = await (await fetch(url)).text();
    if (html.includes(text)) return;
  }
}
