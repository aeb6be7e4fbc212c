import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { localProject } from "../../../scripts/stack/content-part.ts";
import {
  createContentClient,
  createContentSource,
} from "../../../web/content/source/content-source.ts";
import { createPageCache } from "../../../web/server/cache/page-cache.ts";
import { runSite } from "../run-site.ts";
import { paragraph } from "./publish.ts";

const site = runSite();

/** Creates a page cache. `renders` lists the HTML of the pages in the order in which the cache rendered them. */
function createPages(now = () => new Date()) {
  const client = createContentClient({
    ...localProject,
    apiHost: site.stack.contentUrl,
    token: undefined,
  });
  const source = createContentSource(client);
  const renders: string[] = [];
  const pages = createPageCache(
    source,
    { origin: "http://localhost", backend: null },
    {
      scriptHash: "",
      render({ markup }) {
        renders.push(markup);
        return { markup, styleHash: "" };
      },
    },
    { now },
  );
  const invalidate = () => {
    source.invalidate(null);
    pages.invalidate(null);
  };
  return { pages, renders, invalidate };
}

test("a page is made again each day, because it shows the year and offers dates up to today", async () => {
  let now = new Date("2026-12-31T12:00:00-03:00");
  const { pages, renders } = createPages(() => now);
  const visit = async (time: string) => {
    now = new Date(time);
    await pages.get("/termos");
    return renders.length;
  };
  expect(await visit("2026-12-31T12:00:00-03:00")).toBe(1);
  expect(await visit("2026-12-31T23:59:59-03:00")).toBe(1);
  expect(await visit("2027-01-01T00:00:00-03:00")).toBe(2);
  expect(await visit("2027-01-01T23:00:00-03:00")).toBe(2);
});

test("a query makes a page of its own only when it names a published product", async () => {
  const { pages, renders } = createPages();
  for (const search of [
    "",
    "?produto=pag-payser",
    "?origem=feira&produto=pag-payser",
    "?produto=nada",
    "?produto=pag-payser/",
    "?produto=%2Fpag-payser",
    "?produto=",
    "?outro=pag-payser",
  ]) {
    await pages.get("/contato", search);
  }
  const chosen = renders.map((markup) => /value="([^"]*)" selected=""/.exec(markup)?.[1]);
  expect(chosen).toEqual(["", "pag-payser"]);
  await pages.get("/termos", "?produto=pag-payser");
  await pages.get("/termos");
  expect(renders).toHaveLength(3);
});

/** Returns true when an object is still in memory after a garbage collection. */
async function isKept(held: WeakRef<object>): Promise<boolean> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  // JavaScript keeps the target of a weak reference until the current task ends, so a new task is awaited.
  await new Promise((next) => setTimeout(next));
  if (typeof collect === "function") collect();
  return held.deref() !== undefined;
}

test("an unpublished page leaves the memory, and a published one stays", async () => {
  const { pages, invalidate } = createPages();
  await site.stack.editor.create({
    _id: "page-passageira",
    _type: "page",
    title: "Passageira",
    path: "/passageira",
    blocks: [{ _key: "a", _type: "richTextBlock", body: [paragraph("Vai e vem.")] }],
  });
  const page = new WeakRef(await pages.get("/passageira"));
  expect(await isKept(page)).toBe(true);
  await site.stack.editor.delete("page-passageira");
  invalidate();
  expect((await pages.get("/passageira")).status).toBe(404);
  expect(await isKept(page)).toBe(false);
});
