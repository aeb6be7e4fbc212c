import { afterAll, beforeAll, expect, test } from "vitest";
import { localProject } from "../../scripts/content-part.ts";
import { siteFromSource, startSite } from "../../scripts/start-site.ts";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

// Vite bundles dependencies for the browser when it starts for the first time.
const patience = 180_000;
let lake: SeededLake;
const sites: Site[] = [];

async function startFromSource(): Promise<Site> {
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const settings = { ...localProject, port, siteUrl, apiHost: lake.url, token: undefined };
  const site = await startSite(settings, undefined, undefined, siteFromSource);
  sites.push(site);
  return site;
}

beforeAll(async () => {
  lake = await startSeededLake();
});

afterAll(async () => {
  for (const site of sites) await site.close();
  await lake.close();
});

test(
  "copies of the site of `npm run dev` run side by side, each with its pages and its hot reload",
  { timeout: patience },
  async () => {
    for (const { url } of [await startFromSource(), await startFromSource()]) {
      const home = await fetch(url);
      const html = await home.text();
      expect(home.status).toBe(200);
      expect(html).toMatch(/<h1[^>]*>[^<]/);
      expect(html).toContain("/web/app/entry-client.tsx");
      const client = await (await fetch(`${url}/@vite/client`)).text();
      // A port of its own for hot reload would be the same in every copy.
      expect(client).toMatch(/const hmrPort = null/);
      for (const [path, title] of [
        ["/estilo", "Guia de estilo"],
        ["/emails", "Modelos de e-mail"],
      ]) {
        expect(await (await fetch(url + path)).text()).toContain(title);
      }
    }
  },
);

test("the site of `npm run dev` ends when it is told to", { timeout: patience }, async () => {
  const site = await startFromSource();
  await site.close();
  expect(await site.ended).toBe("código 0");
  await expect(fetch(site.url)).rejects.toThrow();
});
