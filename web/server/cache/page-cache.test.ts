import { expect, test } from "vitest";
import { createContentSource } from "../../content/source/content-source.ts";
import { createPageCache } from "./page-cache.ts";

const published = {
  products: [],
  pages: [],
  versions: [],
  hasPrivacyPolicy: false,
  redirects: [{ from: "/antiga", to: "/contato", permanent: true }],
};
const source = createContentSource({
  fetch: async () => JSON.parse(JSON.stringify({ result: published, syncTags: ["s1:a"], ms: 1 })),
});
const html = { render: () => expect.fail("A redirect has no HTML"), scriptHash: "" };

test("a page is rendered anew each day in Brasília, because it shows the current date", async () => {
  let now = new Date("2026-12-31T23:59:00-03:00");
  let renderings = 0;
  const settings = { origin: "https://site.example", backend: null };
  const pages = createPageCache(source, settings, html, {
    now: () => now,
    onRendered: () => renderings++,
  });
  const ask = async () => (await pages.get("/antiga")).location;

  expect(await ask()).toBe("/contato");
  await ask();
  expect(renderings).toBe(1);
  // The first visitor of the new day still gets yesterday's page, while the site renders today's page.
  now = new Date("2027-01-01T00:00:00-03:00");
  await ask();
  await ask();
  expect(renderings).toBe(2);
});
