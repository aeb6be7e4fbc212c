// @module-tag full
import { afterAll, expect, test } from "vitest";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { siteFromSource, startSite } from "../../../scripts/stack/start-site.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { useSite } from "../run-site.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

// Timeout of the first start, which is slow because Vite bundles the dependencies for the browser.
const patience = 180_000;
/** One design token of each kind and one component from the style guide. */
const everyToken = [
  "Guia de estilo da Payser",
  "petrol-700",
  "display:",
  "Desativado",
  "frame-leaf",
  "Rejeitado",
  "stat-value",
  "modal-box",
  "collapse-title",
];
const content = useSite();
const sites: Site[] = [];

async function startFromSource(): Promise<Site> {
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const settings = {
    ...localProject,
    port,
    siteUrl,
    apiHost: content.stack.contentUrl,
    token: undefined,
  };
  const site = await startSite(settings, undefined, undefined, siteFromSource);
  sites.push(site);
  return site;
}

afterAll(async () => {
  for (const site of sites) await site.close();
});

test(
  "copies of the site of `npm run dev` run in parallel, each with its pages and its hot reload",
  { timeout: patience },
  async () => {
    for (const { url } of [await startFromSource(), await startFromSource()]) {
      const home = await fetch(url);
      const html = await home.text();
      expect(home.status).toBe(200);
      expect(html).toMatch(/<h1[^>]*>[^<]/);
      expect(html).toContain("/web/app/entry-client.tsx");
      const client = await (await fetch(`${url}/@vite/client`)).text();
      // Hot reload has no fixed port, because several running copies of the site could not share it.
      expect(client).toMatch(/const hmrPort = null/);
      expect(await (await fetch(`${url}/emails`)).text()).toContain("Modelos de e-mail");
      const styleGuide = await (await fetch(`${url}/estilo`)).text();
      for (const shown of everyToken) expect(styleGuide).toContain(shown);
    }
  },
);

test("the site of `npm run dev` ends on its signal", { timeout: patience }, async () => {
  const site = sites.pop() ?? (await startFromSource());
  await site.close();
  expect(await site.ended).toBe("código 0");
  await expect(fetch(site.url)).rejects.toThrow();
});
