// @module-tag full
import { beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();

beforeAll(async () => {
  await lake.editor
    .transaction()
    .create({ _id: "ana", _type: "author", name: "Ana Água" })
    .create({
      _id: "home",
      _type: "page",
      title: "Início",
      author: { _type: "reference", _ref: "ana" },
    })
    .create({ _id: "about", _type: "page", title: "Quem somos" })
    .create({ _id: "drafts.about", _type: "page", title: "Quem somos (rascunho)" })
    .create({ _id: "versions.summer.about", _type: "page", title: "Quem somos (verão)" })
    .commit();
});

describe("a query", () => {
  test("takes parameters of any JSON type", async () => {
    const query = "*[_type == $type && _id in $ids && title match $words] | order(title)._id";
    const result = await lake.visitor.fetch(query, {
      type: "page",
      ids: ["home", "about", "ana"],
      words: ["somos"],
    });
    expect(result).toEqual(["about"]);
  });

  test("follows references and joins", async () => {
    const query = `*[_id == "home"][0]{title, "author": author->name, "others": *[_type == "page" && _id != ^._id]._id}`;
    expect(await lake.visitor.fetch(query)).toEqual({
      title: "Início",
      author: "Ana Água",
      others: ["about"],
    });
  });

  test("too long for a URL travels in the body", async () => {
    const ids = Array.from({ length: 1500 }, (_, index) => `document-${index}`);
    const result = await lake.visitor.fetch("*[_id in $ids]._id", { ids: [...ids, "home"] });
    expect(result).toEqual(["home"]);
  });

  test("gives null for a missing document", async () => {
    expect(await lake.visitor.fetch('*[_id == "nowhere"][0]')).toBeNull();
  });

  test("searches the whole text of documents, as the Studio's lists do", async () => {
    const query = "*[_type in $types && [@, _id] match text::query($words)] | order(_id)._id";
    const search = (words: string) => lake.visitor.fetch(query, { types: ["page"], words });
    expect(await search("somo*")).toEqual(["about"]);
    expect(await search("*")).toEqual(["about", "home"]);
    expect(await search("nada")).toEqual([]);
  });

  test("compares documents by selected values", async () => {
    const compare = (name: string) =>
      `diff::${name}(*[_id == $before][0], *[_id == $after][0], title)`;
    const query = `{"any": ${compare("changedAny")}, "only": ${compare("changedOnly")}}`;
    const answer = (before: string, after: string) => lake.visitor.fetch(query, { before, after });
    expect(await answer("home", "about")).toEqual({ any: true, only: false });
    expect(await answer("home", "home")).toEqual({ any: false, only: true });
    const filter = "*[diff::changedAny(@, *[_id == 'home'][0], (title, name))]._id";
    expect(await lake.visitor.fetch(filter)).toEqual(["about", "ana"]);
  });

  test("is echoed only on request", async () => {
    const query = "count(*)";
    const answer = await lake.visitor.fetch(query, {}, { filterResponse: false });
    expect(answer).toMatchObject({ query, result: 3 });
    const quiet = await lake.visitor.fetch(
      query,
      {},
      { filterResponse: false, returnQuery: false },
    );
    expect(quiet).not.toHaveProperty("query");
  });
});

describe("a perspective", () => {
  const titles = '*[_type == "page"] | order(_id){_id, _originalId, title}';

  test("shows published documents by default since 2025-02-19, and all documents before", async () => {
    expect(await lake.editor.fetch("*[_type == 'page']._id")).toEqual(["about", "home"]);
    const older = lake.editor.withConfig({ apiVersion: "2021-03-25" });
    expect(await older.fetch("count(*[_type == 'page'])")).toBe(4);
  });

  test("puts drafts over published documents", async () => {
    expect(await lake.editor.fetch(titles, {}, { perspective: "drafts" })).toEqual([
      { _id: "about", _originalId: "drafts.about", title: "Quem somos (rascunho)" },
      { _id: "home", _originalId: "home", title: "Início" },
    ]);
  });

  test("stacks releases, drafts and published documents in the given order", async () => {
    const [about] = await lake.editor.fetch(titles, {}, { perspective: ["summer", "drafts"] });
    expect(about).toMatchObject({ _originalId: "versions.summer.about" });
    const [other] = await lake.editor.fetch(titles, {}, { perspective: ["drafts", "summer"] });
    expect(other).toMatchObject({ _originalId: "drafts.about" });
    const [without] = await lake.editor.fetch(titles, {}, { perspective: ["winter"] });
    expect(without).toMatchObject({ _originalId: "about" });
  });

  test("is refused when it mixes raw with others", async () => {
    const response = await lake.asEditor("/data/query/production?query=*&perspective=raw,drafts");
    expect(response.status).toBe(400);
  });
});

describe("documents by id", () => {
  test("come in the requested order, with null for missing ones", async () => {
    const documents = await lake.visitor.getDocuments(["home", "nowhere", "about"]);
    expect(documents.map((document) => document?.["title"])).toEqual([
      "Início",
      undefined,
      "Quem somos",
    ]);
  });

  test("come with all their versions for an editor", async () => {
    const versions = await lake.editor.getDocument("about", { includeAllVersions: true });
    expect(versions.map(({ _id: id }) => id).toSorted()).toEqual([
      "about",
      "drafts.about",
      "versions.summer.about",
    ]);
  });
});

describe("an invalid query is refused with the reason", () => {
  test.each([
    ["*[_type ==", /GROQ query parse error/],
    ["*[_id == $missing]", /\$missing referenced, but not provided/],
    ["nosuch::thing(1)", /nosuch/],
  ])("%s", async (query, reason) => {
    const refusal = await refusalOf(lake.visitor.fetch(query));
    expect(refusal.status).toBe(400);
    expect(refusal.reason).toMatch(reason);
  });

  test("a parse error names its position", async () => {
    const response = await lake.request(
      `/data/query/production?query=${encodeURIComponent("*[1")}`,
    );
    expect(await response.json()).toMatchObject({
      error: { type: "queryParseError", query: "*[1", start: 2 },
    });
  });
});
