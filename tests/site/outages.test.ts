import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type SiteStack,
  startSiteStack,
  startTestSite,
  takeSnapshot,
} from "../support/site-stack.ts";
import { mayPrint } from "../support/printed-problems.ts";
import { contentAway } from "../support/read-log.ts";

mayPrint(contentAway);

const claim = "Alugue Seu Imóvel Sem Fiador";
let stack: SiteStack;

beforeAll(async () => {
  stack = await startSiteStack();
});
afterAll(() => stack.close());

async function ask(url: string) {
  const reply = await fetch(url);
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
}

describe("when the content API is down", () => {
  test("pages keep answering, and show what changed once it is back", async () => {
    await ask(stack.siteUrl);
    await stack.stopContent();
    for (let visit = 0; visit < 5; visit += 1) {
      const { status, html } = await ask(stack.siteUrl);
      expect({ status, has: html.includes(claim) }).toEqual({ status: 200, has: true });
    }
    await stack.restartContent();
    await stack.editor.patch("faq-o-que-e").set({ question: "Voltou?" }).commit();
    await expect.poll(async () => (await ask(stack.siteUrl)).html).toContain("Voltou?");
  });

  test("a site that starts then serves the snapshot", async () => {
    const snapshot = await takeSnapshot(stack.contentUrl);
    await stack.stopContent();
    const cold = await startTestSite(stack.contentUrl, snapshot.path);
    try {
      for (const path of ["/", "/termos", "/payser-fianca"]) {
        expect({ path, status: (await ask(cold.url + path)).status }).toEqual({
          path,
          status: 200,
        });
      }
      expect((await ask(cold.url)).html).toContain(claim);
      expect((await ask(`${cold.url}/nao-existe`)).status).toBe(404);
    } finally {
      await cold.close();
      await snapshot.remove();
      await stack.restartContent();
    }
  });

  test("a site without snapshot says in Portuguese that it will be back, and when to retry", async () => {
    mayPrint(/"event":"page-failed"/);
    await stack.stopContent();
    const cold = await startTestSite(stack.contentUrl);
    try {
      const { status, headers, html } = await ask(cold.url);
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toMatch(/^\d+$/);
      expect(html).toContain("Voltamos já");
    } finally {
      await cold.close();
      await stack.restartContent();
    }
  });
});
