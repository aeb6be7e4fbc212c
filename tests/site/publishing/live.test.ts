import type { Page, Response as PageResponse } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { hydrate } from "../../support/pages/hydrate.ts";
import { openListeningPage } from "../../support/pages/listening-page.ts";
import { runSite } from "../run-site.ts";
import { publish } from "./publish.ts";

const site = runSite();

/** Calls `look` with an open page that receives change events. Fails when the page reloads. */
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

  test(
    "changes a number of the business rules in all texts that refer to it",
    { tags: ["full"] },
    async () => {
      await visitListening("/", async (page) => {
        await page.getByText("Aprovação em até 24h").waitFor();
        await site.stack.editor.patch("businessRules").set({ approvalHours: 36 }).commit();
        await page.getByText("Aprovação em até 36h").waitFor();
        expect(await readHtml("/locatarios")).toContain("Resposta em até 36h");
        await site.stack.editor.patch("businessRules").set({ approvalHours: 24 }).commit();
        await page.getByText("Aprovação em até 24h").waitFor();
      });
    },
  );

  test(
    "causes no request of an open page when it concerns another page",
    { tags: ["full"] },
    async () => {
      await visitListening("/contato", async (page) => {
        await hydrate(page);
        const requests: string[] = [];
        page.on("request", (request) => requests.push(new URL(request.url()).pathname));

        await site.stack.editor
          .patch("tenantsPage")
          .set({ "hero.tagline": "Outra página." })
          .commit();
        await expect.poll(() => readHtml("/locatarios")).toContain("Outra página.");
        // The page receives changes in order. When it shows this second change, it has already processed the first one.
        // The list `requests` is then complete.
        await site.stack.editor
          .patch("contactPage")
          .set({ "hero.tagline": "Esta página." })
          .commit();
        await page.getByText("Esta página.").waitFor();
        expect(requests).toEqual(["/_dados/contato"]);
      });
    },
  );
});

describe("the event stream", () => {
  const open = (path: string) =>
    fetch(`${site.stack.siteUrl}/_ao-vivo?caminho=${path}`, {
      signal: AbortSignal.timeout(20_000),
    });

  test("announces the current version of the page at once", async () => {
    const stream = await open("/contato");
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const chunk = await reader?.read();
    await reader?.cancel();
    const html = await (await fetch(`${site.stack.siteUrl}/contato`)).text();
    const version = / data-version="([^"]+)"/.exec(html)?.[1];
    expect(chunk?.value).toBe(`data: ${version}\n\n`);
    expect(stream.headers.get("cache-control")).toBe("no-cache");
  });

  test.each([
    ["no path", ""],
    ["a path of another site", "https://outro.example/"],
    ["a path without its slash", "contato"],
    ["a path that is too long", `/${"a".repeat(300)}`],
  ])("refuses %s", async (_what, path) => {
    expect((await open(path)).status).toBe(400);
  });
});

describe("a draft", () => {
  test("never shows in the HTML, the data, the event stream or an open page", async () => {
    const secret = "Texto que ninguém pode ver ainda.";
    const { version, stop, received } = await listen("/como-funciona");
    await visitListening("/como-funciona", async (page) => {
      const responses: PageResponse[] = [];
      page.on("response", (response) => responses.push(response));
      const current = await site.stack.editor.getDocument("howItWorksPage");
      if (!current) throw new Error("The seed lacks the page");
      await site.stack.editor.createOrReplace({
        ...current,
        _id: "drafts.howItWorksPage",
        hero: { ...current["hero"], tagline: secret },
      });
      // This change is published after the draft is saved. A page that leaks drafts would show the draft no later than
      // this change.
      await site.stack.editor.patch("howItWorksPage").set({ "steps.title": "Publicado." }).commit();
      await page.getByText("Publicado.").waitFor();

      expect(await readHtml("/como-funciona")).not.toContain(secret);
      expect(await readHtml("/_dados/como-funciona")).not.toContain(secret);
      const data = responses.filter((response) => response.url().includes("/_dados/"));
      const seen = (await Promise.all(data.map((response) => response.text()))).join("");
      expect(seen).toContain("Publicado.");
      expect(seen).not.toContain(secret);
      expect(await page.getByText(secret).count()).toBe(0);
      await expect.poll(() => received.at(-1)).not.toBe(version);
      expect(received).toHaveLength(2);

      await publish(site.stack.editor, "howItWorksPage");
      await page.getByText(secret).waitFor();
    });
    stop();
  });
});

/** Listens to the event stream of a page. `version` is the content version that the first event contains. */
async function listen(path: string) {
  const received: string[] = [];
  const abort = new AbortController();
  const stream = await fetch(`${site.stack.siteUrl}/_ao-vivo?caminho=${path}`, abort);
  void readEvents(stream, received).catch(() => {});
  await expect.poll(() => received.length).toBe(1);
  return { version: received[0], received, stop: () => abort.abort() };
}

async function readEvents({ body }: Response, received: string[]): Promise<void> {
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received.push(...[...chunk.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data));
  }
}
