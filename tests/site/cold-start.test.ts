import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { type SnapshotFile, startTestSite, takeSnapshot } from "../support/site-stack.ts";
import { homeAliases, publicPaths, unknownPath } from "./site-paths.ts";

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

describe("a site that starts while the content API is away", () => {
  test("serves every page from the snapshot, and the newest once the API is back", async () => {
    const tagline = "Publicado depois do instantâneo.";
    await lake.editor.patch("aboutPage").set({ "hero.tagline": tagline }).commit();
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url, snapshot.path);
    try {
      for (const path of [...publicPaths, ...homeAliases, "/login"]) {
        const { status } = await fetch(site.url + path);
        expect({ path, status }).toEqual({ path, status: 200 });
      }
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

  test("without a snapshot says in Portuguese to come back, until the API is there", async () => {
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
      expect(html).toContain("O site está temporariamente indisponível.");
      expect((await fetch(`${site.url}/favicon.svg`)).status).toBe(200);

      proxy.setMode("pass");
      await expect.poll(async () => (await fetch(site.url)).status).toBe(200);
    } finally {
      await site.close();
    }
  });

  test("with a damaged snapshot starts all the same", async () => {
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
