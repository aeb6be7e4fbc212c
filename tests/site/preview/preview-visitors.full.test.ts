// @module-tag full
import { readFile, readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { startTestSite } from "../../support/stacks/site-stack.ts";
import { draftTitle, everyPath, mark, runPreview } from "./run-preview.ts";

const run = runPreview();
const { get, preview, textOf, withDraft } = run;

test("a visitor gets the same bytes as from a site without preview", async () => {
  const { siteUrl, contentUrl } = run.stack;
  const plain = await startTestSite(contentUrl, undefined, { siteUrl });
  try {
    await withDraft("homePage", { set: { "hero.title": draftTitle } }, async () => {
      for (const path of everyPath) {
        expect(await (await preview(path)).text()).toMatch(mark);
        const [here, there] = await Promise.all([get(path), fetch(plain.url + path)]);
        const isSame = (await here.text()) === (await there.text());
        expect({ path, isSame, status: here.status }).toEqual({
          path,
          isSame: true,
          status: there.status,
        });
        const headersOf = ({ headers }: Response) =>
          [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
        expect(headersOf(here)).toEqual(headersOf(there));
      }
    });
  } finally {
    await plain.close();
  }
});

test("visitors load no file of the preview", async () => {
  const files = await readdir("dist/web/client", { recursive: true });
  for (const name of files.filter((file) => file.endsWith(".js"))) {
    const code = await readFile(`dist/web/client/${name}`, "utf8");
    const found = /visual-editing|api\/preview|presentation\/|data-sanity/.exec(code)?.[0];
    expect({ name, found }).toEqual({ name, found: undefined });
  }
  expect(files.filter((file) => file.includes("overlay"))).toEqual([]);
  expect((await get("/api/preview/files/overlay.js")).status).toBe(404);
  expect((await preview("/api/preview/files/overlay.js")).status).toBe(200);
});

describe("the visitor's page is served for", () => {
  const name = "__Host-payser-preview";
  test.each([
    ["a cookie without signature", () => `${name}=${Date.now() + 60_000}:drafts`],
    ["a signature of another key", () => `${name}=${run.cookie.split("=")[1]?.slice(0, -4)}AAAA`],
    ["another perspective under the signature", () => run.cookie.replace("drafts", "rOther")],
    ["a longer life under the signature", () => run.cookie.replace(/=\d/, "=9")],
    ["an empty cookie", () => `${name}=`],
  ])("%s", async (_what, forged) => {
    await withDraft("homePage", { set: { "hero.title": draftTitle } }, async () => {
      const reply = await get("/", { cookie: forged() });
      expect(await reply.text()).toBe(await textOf("/"));
      expect(reply.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    });
  });
});
