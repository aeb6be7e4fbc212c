// @module-tag full
import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { measureFreshness } from "../../bench/freshness.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { openListeningPage } from "../../support/pages/listening-page.ts";
import { runSite } from "../run-site.ts";
import { paragraph } from "./publish.ts";

const site = runSite();

/** Calls `look` with an open page that receives change events. Fails when the page reloads. */
async function visitListening(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await openListeningPage(site.browser, site.stack.siteUrl + path);
  await look(page);
  await close();
}

const readHtml = async (path: string) => (await fetch(site.stack.siteUrl + path)).text();

describe("publishing", () => {
  test("changes an answer of the questions, which is rich text, on an open page", async () => {
    const answer = "Uma resposta nova, em texto formatado.";
    await visitListening("/", async (page) => {
      const question = page.locator("details[name=faq]").first();
      await question.locator("summary").click();
      await site.stack.editor
        .patch("faq-o-que-e")
        .set({ answer: [paragraph(answer)] })
        .commit();
      await question.getByText(answer).waitFor();
      expect(await question.getAttribute("open")).not.toBeNull();
      expect(await readHtml("/")).toContain(answer);
    });
  });

  test("adds, reorders and removes the items of a list", async () => {
    await visitListening("/", async (page) => {
      const questions = page.locator("details[name=faq] h3");
      const before = await questions.allTextContents();
      await site.stack.editor.create({
        _id: "faq-nova",
        _type: "faqItem",
        question: "E se eu tiver outra pergunta?",
        answer: [paragraph("Fale com a gente.")],
        orderRank: "0|000000:",
      });
      await expect
        .poll(() => questions.allTextContents())
        .toEqual(["E se eu tiver outra pergunta?", ...before]);
      await site.stack.editor.patch("faq-nova").set({ orderRank: "0|zzzzzz:" }).commit();
      await expect
        .poll(() => questions.allTextContents())
        .toEqual([...before, "E se eu tiver outra pergunta?"]);
      await site.stack.editor.delete("faq-nova");
      await expect.poll(() => questions.allTextContents()).toEqual(before);
    });
  });

  test("reaches the page that the visitor went to inside the site", async () => {
    const tagline = "Mudou depois que o visitante chegou aqui.";
    await visitListening("/", async (page) => {
      await hydrate(page);
      const listening = page.waitForResponse(/_ao-vivo\?caminho=%2Flocadores/);
      await page.locator(".site-nav").getByRole("link", { name: "Para Locadores" }).click();
      await listening;
      await site.stack.editor.patch("landlordsPage").set({ "hero.tagline": tagline }).commit();
      await expect.poll(() => page.locator("h1 + p").textContent()).toBe(tagline);
    });
  });

  test("twenty times in a row reaches an open page and the first HTML each time", async () => {
    for (const { samples } of await measureFreshness(site.stack, site.browser)) {
      expect(samples.length).toBeGreaterThanOrEqual(20);
    }
  });
});
