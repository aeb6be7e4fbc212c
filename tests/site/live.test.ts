import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { measureFreshness } from "../bench/freshness.ts";
import { openListeningPage } from "../support/listening-page.ts";
import { paragraph, publish } from "./publish.ts";
import { hydrate } from "../support/hydrate.ts";
import { runSite } from "./run-site.ts";

const site = runSite();

/** Looks at an open page that listens for changes; fails when it is ever loaded again. */
async function visitListening(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, close } = await openListeningPage(site.browser, site.stack.siteUrl + path);
  await look(page);
  await close();
}

const readHtml = async (path: string) => (await fetch(site.stack.siteUrl + path)).text();

describe("publishing", () => {
  test("changes a text of an open page without a reload, and the next visitor's HTML", async () => {
    const tagline = "Uma frase que o editor acaba de mudar.";
    await visitListening("/quem-somos", async (page) => {
      await site.stack.editor.patch("aboutPage").set({ "hero.tagline": tagline }).commit();
      await page.getByText(tagline).waitFor();
      expect(await readHtml("/quem-somos")).toContain(tagline);
    });
  });

  test("changes an answer of the questions, which is rich text, where it is read", async () => {
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

  test("changes a number of the business rules wherever the texts refer to it", async () => {
    await visitListening("/", async (page) => {
      await page.getByText("Aprovação em até 24h").waitFor();
      await site.stack.editor.patch("businessRules").set({ approvalHours: 36 }).commit();
      await page.getByText("Aprovação em até 36h").waitFor();
      expect(await readHtml("/locatarios")).toContain("Resposta em até 36h");
      await site.stack.editor.patch("businessRules").set({ approvalHours: 24 }).commit();
      await page.getByText("Aprovação em até 24h").waitFor();
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

  test("of another page asks nothing of a page that is open", async () => {
    await visitListening("/contato", async (page) => {
      await hydrate(page);
      const requests: string[] = [];
      page.on("request", (request) => requests.push(new URL(request.url()).pathname));

      await site.stack.editor
        .patch("tenantsPage")
        .set({ "hero.tagline": "Outra página." })
        .commit();
      await expect.poll(() => readHtml("/locatarios")).toContain("Outra página.");
      // A change of this page comes after the other one, and with it whatever that had caused.
      await site.stack.editor.patch("contactPage").set({ "hero.tagline": "Esta página." }).commit();
      await page.getByText("Esta página.").waitFor();
      expect(requests).toEqual(["/_dados/contato"]);
    });
  });

  test("twenty times in a row reaches an open page and the first HTML each time", async () => {
    for (const { samples } of await measureFreshness(site.stack, site.browser)) {
      expect(samples.length).toBeGreaterThanOrEqual(20);
    }
  });
});

describe("a draft", () => {
  test("never shows in the HTML, the data, the event stream or an open page", async () => {
    const secret = "Texto que ninguém pode ver ainda.";
    const { version, stop, heard } = await listen("/como-funciona");
    await visitListening("/como-funciona", async (page) => {
      const seen: string[] = [];
      page.on("response", async (response) => {
        if (response.url().includes("/_dados/")) seen.push(await response.text());
      });
      const current = await site.stack.editor.getDocument("howItWorksPage");
      if (!current) throw new Error("The seed lacks the page");
      await site.stack.editor.createOrReplace({
        ...current,
        _id: "drafts.howItWorksPage",
        hero: { ...current["hero"], tagline: secret },
      });
      // What is published after the draft tells when the draft would have come.
      await site.stack.editor.patch("howItWorksPage").set({ "steps.title": "Publicado." }).commit();
      await page.getByText("Publicado.").waitFor();

      expect(await readHtml("/como-funciona")).not.toContain(secret);
      expect(await readHtml("/_dados/como-funciona")).not.toContain(secret);
      expect(seen.join("")).toContain("Publicado.");
      expect(seen.join("")).not.toContain(secret);
      expect(await page.getByText(secret).count()).toBe(0);
      await expect.poll(() => heard.at(-1)).not.toBe(version);
      expect(heard).toHaveLength(2);

      await publish(site.stack.editor, "howItWorksPage");
      await page.getByText(secret).waitFor();
    });
    stop();
  });
});

/** Listens to the event stream of a page; `version` is what it is told first. */
async function listen(path: string) {
  const heard: string[] = [];
  const abort = new AbortController();
  const stream = await fetch(`${site.stack.siteUrl}/_ao-vivo?caminho=${path}`, abort);
  void readEvents(stream, heard).catch(() => {});
  await expect.poll(() => heard.length).toBe(1);
  return { version: heard[0], heard, stop: () => abort.abort() };
}

async function readEvents({ body }: Response, heard: string[]): Promise<void> {
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard.push(...[...chunk.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data));
  }
}
