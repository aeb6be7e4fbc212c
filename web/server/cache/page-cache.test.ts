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

test("a page is made once a day in Brasília, as it shows the year and offers days from today", async () => {
  let now = new Date("2026-12-31T23:59:00-03:00");
  let made = 0;
  const settings = { origin: "https://site.example", backend: null };
  const pages = createPageCache(source, settings, html, {
    now: () => now,
    onRendered: () => made++,
  });
  const ask = async () => (await pages.get("/antiga")).location;

  expect(await ask()).toBe("/contato");
  await ask();
  expect(made).toBe(1);
  // What was made yesterday is shown once more while it is made anew.
  now = new Date("2027-01-01T00:00:00-03:00");
  await ask();
  await ask();
  expect(made).toBe(2);
});
