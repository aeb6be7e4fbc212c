// @module-tag full
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { type FaultProxy, startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { contentAway } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type SnapshotFile, startTestSite, takeSnapshot } from "../../support/stacks/site-stack.ts";
import { homeAliases, publicPaths, unknownPath } from "../site-paths.ts";

mayPrint(contentAway, /"event":"document-missing"/);

let lake: SeededLake;
let proxy: FaultProxy;
let snapshot: SnapshotFile;

beforeAll(async () => {
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
  snapshot = await takeSnapshot(lake.url);
});
afterAll(async () => {
  await snapshot.remove();
  await proxy.close();
  await lake.close();
});

const json = (body: unknown) => ({ type: "application/json", body: JSON.stringify(body) });

describe("a site that starts without a content API", () => {
  test("serves every page from the snapshot, and the newest content once the API is back", async () => {
    const tagline = "Publicado depois do instantâneo.";
    await lake.editor.patch("aboutPage").set({ "hero.tagline": tagline }).commit();
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url, snapshot.path);
    try {
      for (const path of [...publicPaths, ...homeAliases, "/login"]) {
        const { status } = await fetch(site.url + path);
        expect({ path, status }).toEqual({ path, status: 200 });
      }
      expect(await (await fetch(site.url)).text()).toContain("Alugue Seu Imóvel Sem Fiador");
      expect((await fetch(site.url + unknownPath)).status).toBe(404);
      expect((await fetch(`${site.url}/sitemap.xml`)).status).toBe(200);
      const about = async () => (await fetch(`${site.url}/quem-somos`)).text();
      expect((await about()).includes(tagline)).toBe(false);

      proxy.setMode("pass");
      await expect.poll(async () => (await about()).includes(tagline)).toBe(true);
    } finally {
      await site.close();
    }
  });

  test("says within five seconds that a path is unknown while the API hangs", async () => {
    proxy.setMode("hang");
    const site = await startTestSite(proxy.url, snapshot.path);
    try {
      const began = performance.now();
      const reply = await fetch(site.url + unknownPath);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toContain("Oops! Page not found");
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      await site.close();
      proxy.setMode("pass");
    }
  });

  // The tests of the content source (content-source.test.ts) cover other invalid responses.
  test.each([
    ["a page of a proxy", { type: "text/html", body: "<!doctype html><title>Rede</title>" }],
    ["an empty result", json({ result: {}, syncTags: ["s1:a"], ms: 1 })],
  ])(
    "serves the snapshot while the API answers with %s, and then the API's content",
    async (_what, mode) => {
      proxy.setMode(mode);
      const site = await startTestSite(proxy.url, snapshot.path);
      try {
        for (const path of publicPaths) {
          const { status } = await fetch(site.url + path);
          expect({ path, status }).toEqual({ path, status: 200 });
        }
        proxy.setMode("pass");
        const tagline = "Publicado depois da resposta estranha.";
        await lake.editor.patch("landlordsPage").set({ "hero.tagline": tagline }).commit();
        const landlords = async () => (await fetch(`${site.url}/locadores`)).text();
        await expect.poll(async () => (await landlords()).includes(tagline)).toBe(true);
      } finally {
        await site.close();
        await lake.editor.patch("landlordsPage").set({ "hero.tagline": "Outra vez." }).commit();
      }
    },
  );

  test("serves a snapshot that was written while documents were missing and pages broken", async () => {
    mayPrint(/"event":"(?:page-failed|text-missing)"/);
    const documents = await lake.editor.getDocuments(["termsPage", "navigation"]);
    const product = await lake.editor.getDocument("product-pix-payser");
    if (!product) throw new Error("The seed lacks the product");
    const other = { ...product, _id: "product-other", slug: { current: "outro-produto" } };
    await lake.editor.create(other);
    proxy.setMode("pass");
    await snapshot.retake();
    await lake.editor.delete("termsPage");
    await lake.editor.delete("navigation");
    await lake.editor.patch(other._id).unset(["benefits", "description"]).commit();
    await snapshot.retake();
    // The content API no longer has the deleted documents. The site must take these documents from the snapshot, even
    // when the API responds.
    for (const mode of ["pass", "fail"] as const) {
      proxy.setMode(mode);
      const site = await startTestSite(proxy.url, snapshot.path);
      try {
        for (const path of [...publicPaths, "/outro-produto"]) {
          const reply = await fetch(site.url + path);
          expect({ path, status: reply.status }).toEqual({ path, status: 200 });
          expect(await reply.text()).toContain("site-nav");
        }
      } finally {
        await site.close();
      }
    }
    for (const document of [...documents, product]) {
      if (document) await lake.editor.createOrReplace(document);
    }
    await lake.editor.delete(other._id);
    proxy.setMode("pass");
    await snapshot.retake();
  });

  test("answers in Portuguese that it will be back while it has no snapshot", async () => {
    mayPrint(/"event":"page-failed"/);
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url);
    try {
      const reply = await fetch(site.url);
      expect(reply.status).toBe(503);
      expect(reply.headers.get("retry-after")).toBe("5");
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
      const html = await reply.text();
      expect(html).toContain('lang="pt-BR"');
      expect(html).toContain("Voltamos já");
      expect(html).toContain("O site está temporariamente indisponível.");
      expect((await fetch(`${site.url}/favicon.svg`)).status).toBe(200);

      proxy.setMode("pass");
      await expect.poll(async () => (await fetch(site.url)).status).toBe(200);
    } finally {
      await site.close();
    }
  });

  test("starts with a damaged snapshot", async () => {
    await writeFile(snapshot.path, '{"cortado":');
    proxy.setMode("pass");
    const site = await startTestSite(proxy.url, snapshot.path);
    try {
      expect((await fetch(site.url)).status).toBe(200);
    } finally {
      await site.close();
    }
  });
});
