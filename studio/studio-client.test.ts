import type { RequestHandlerOptions } from "@sanity/client";
import { expect, test } from "vitest";
import { findRevision } from "./studio-client.ts";

const host = "https://content.example/v2025-02-19/data/history/production/documents";
const draft = { _id: "drafts.home", _rev: "edited" };
const published = { _id: "home", _rev: "seeded" };

/** Passes `url` to `findRevision`. Returns the URLs that were requested, and the answer. */
async function ask(url: string, documents: object[]) {
  const asked: string[] = [];
  const answer = await findRevision({ url }, async (request: RequestHandlerOptions) => {
    asked.push(request.url);
    return { documents };
  });
  return { asked, answer };
}

test("findRevision returns the published document when only it has the revision", async () => {
  const { asked, answer } = await ask(`${host}/drafts.home?revision=seeded`, [draft, published]);
  expect(asked).toEqual([`${host}/drafts.home,home?revision=seeded`]);
  expect(answer).toEqual({ documents: [published] });
});

test("findRevision returns the draft when it has the revision or when neither document has it", async () => {
  const at = async (revision: string, documents: object[]) =>
    (await ask(`${host}/drafts.home?tag=a&revision=${revision}`, documents)).answer;
  expect(await at("edited", [published, draft])).toEqual({ documents: [draft] });
  expect(await at("later", [published, draft])).toEqual({ documents: [draft] });
  expect(await at("later", [published])).toEqual({ documents: [] });
});

test.each([
  `${host}/home?revision=seeded`,
  `${host}/home,drafts.home?revision=seeded`,
  `${host}/drafts.home?time=2026-11-24T10:00:00Z`,
  `${host}/versions.rverao.home?revision=seeded`,
  "https://content.example/v2025-02-19/data/query/production?query=*",
])("findRevision leaves the request %s unchanged", async (url) => {
  const { asked, answer } = await ask(url, [draft, published]);
  expect(asked).toEqual([url]);
  expect(answer).toEqual({ documents: [draft, published] });
});
