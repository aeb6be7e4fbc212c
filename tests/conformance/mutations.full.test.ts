// @module-tag full
import { beforeEach, describe, expect, test } from "vitest";
import { refusalOf } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();

beforeEach(async () => {
  await lake.editor.delete({ query: "*[defined(_id)]" });
});

describe("a created document", () => {
  test("gets an id and timestamps from the server", async () => {
    const created = await lake.editor.create({ _type: "page", title: "Nova" });
    expect(created).toMatchObject({ _type: "page", title: "Nova", _createdAt: created._updatedAt });
    expect(await lake.visitor.getDocument(created._id)).toEqual(created);
  });

  test("is refused when its id is taken", async () => {
    await lake.editor.create({ _id: "one", _type: "page" });
    const refusal = await refusalOf(lake.editor.create({ _id: "one", _type: "page" }));
    expect(refusal).toMatchObject({
      status: 409,
      reason: expect.stringContaining("already exists"),
    });
  });

  test("leaves an existing one unchanged with createIfNotExists", async () => {
    await lake.editor.create({ _id: "one", _type: "page", title: "Primeira" });
    await lake.editor.createIfNotExists({ _id: "one", _type: "page", title: "Segunda" });
    expect(await lake.visitor.getDocument("one")).toMatchObject({ title: "Primeira" });
  });

  test("replaces an existing one with createOrReplace", async () => {
    await lake.editor.create({ _id: "one", _type: "page", title: "Primeira", note: "some" });
    await lake.editor.createOrReplace({ _id: "one", _type: "page", title: "Segunda" });
    const replaced = await lake.visitor.getDocument("one");
    expect(replaced).toMatchObject({ title: "Segunda" });
    expect(replaced).not.toHaveProperty("note");
  });

  test("gets keys in arrays when the client asks for them", async () => {
    const created = await lake.editor.create(
      {
        _type: "page",
        items: [{ label: "a", nested: [{ label: "b" }] }, { _key: "mine" }, "text"],
      },
      { autoGenerateArrayKeys: true },
    );
    expect(created["items"]).toEqual([
      { _key: expect.any(String), label: "a", nested: [{ _key: expect.any(String), label: "b" }] },
      { _key: "mine" },
      "text",
    ]);
  });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ["lists in lists", { rows: [{ cells: [["a"]] }] }, /Nested arrays.*rows\[0\]\.cells\[0\]/],
  [
    "attributes with a space",
    { seo: { "meta title": "A" } },
    /Invalid attribute name "meta title"/,
  ],
])("documents with %s are refused", async (_, attributes, reason) => {
  const refusal = await refusalOf(lake.editor.create({ _type: "page", ...attributes }));
  expect(refusal).toMatchObject({ status: 400, reason: expect.stringMatching(reason) });
});

describe("a patch", () => {
  beforeEach(async () => {
    await lake.editor.create({
      _id: "one",
      _type: "page",
      title: "Olá mundo",
      count: 5,
      gone: true,
      items: [
        { _key: "a", text: "A" },
        { _key: "b", text: "B" },
      ],
    });
  });

  test("sets, unsets, sets if missing, increases and decreases", async () => {
    const patched = await lake.editor
      .patch("one")
      .set({ title: "Novo", 'items[_key=="b"].text': "Bê" })
      .setIfMissing({ title: "Ignorado", seo: { title: "SEO" } })
      .unset(["gone"])
      .inc({ count: 3 })
      .dec({ count: 1 })
      .commit();
    expect(patched).toMatchObject({
      title: "Novo",
      seo: { title: "SEO" },
      count: 7,
      items: [{ text: "A" }, { text: "Bê" }],
    });
    expect(patched).not.toHaveProperty("gone");
  });

  test.each([
    ["before", "items[0]", ["n", "a", "b"]],
    ["after", 'items[_key=="a"]', ["a", "n", "b"]],
    ["after", "items[-1]", ["a", "b", "n"]],
    ["replace", "items[0]", ["n", "b"]],
  ] as const)("inserts %s %s", async (position, path, keys) => {
    const patched = await lake.editor
      .patch("one")
      .insert(position, path, [{ _key: "n" }])
      .commit();
    expect(patched["items"].map(({ _key: key }: { _key: string }) => key)).toEqual(keys);
  });

  test("reaches all items of a list", async () => {
    await lake.editor
      .patch("one")
      .set({ rows: [1, 2].map((value) => ({ _key: `r${value}`, value, tags: ["x", "y"] })) })
      .commit();
    const patched = await lake.editor
      .patch("one")
      .inc({ "rows[*].value": 10 })
      .set({
        'items[_key=="[*]"].text': "ninguém",
        'items[_key=="[]"].text': "ninguém",
        "items[*].text": "todos",
        "rows[*].tags[*]": "z",
      })
      .commit();
    expect(patched["rows"]).toMatchObject([
      { value: 11, tags: ["z", "z"] },
      { value: 12, tags: ["z", "z"] },
    ]);
    expect(patched["items"]).toMatchObject([{ text: "todos" }, { text: "todos" }]);
    const emptied = await lake.editor.patch("one").unset(["rows[*].tags[*]", "items[*]"]).commit();
    expect(emptied).toMatchObject({ items: [], rows: [{ tags: [] }, { tags: [] }] });
  });

  test.each([
    ["count in a text", { inc: { title: 1 } }, /"title" is not a number/],
    ["count in a list", { dec: { items: 1 } }, /"items" is not a number/],
    ["nest lists", { set: { items: [[1]] } }, /Nested arrays are not supported: items\[0\]/],
    ["nest lists by inserting", { insert: { after: "items[-1]", items: [[1]] } }, /Nested arrays/],
    ["name an attribute with a space", { set: { "a b": 1 } }, /with a space/],
    ["name an attribute in quotes", { set: { "['a b']": 1 } }, /Invalid attribute name "a b"/],
    ["set all items by empty brackets", { set: { "items[].text": "x" } }, /"\[\*\]"/],
    ["unset all items by empty brackets", { unset: ["items[ ]"] }, /"\[\*\]"/],
    ["count in all items by empty brackets", { inc: { "items[].count": 1 } }, /"\[\*\]"/],
    ["insert at empty brackets", { insert: { after: "items[]", items: [1] } }, /"\[\*\]"/],
    ["insert at several places", { insert: { after: "items[*].x[*]", items: [1] } }, /one place/],
  ])("cannot %s", async (_, operations, reason) => {
    const before = await lake.editor.getDocument("one");
    const refusal = await refusalOf(lake.editor.patch("one", operations).commit());
    expect(refusal).toMatchObject({ status: 400, reason: expect.stringMatching(reason) });
    expect(await lake.editor.getDocument("one")).toEqual(before);
  });

  test("applies text differences", async () => {
    const patched = await lake.editor
      .patch("one")
      .diffMatchPatch({ title: "@@ -1,9 +1,12 @@\n-Olá\n+Adeus,\n  mundo\n" })
      .commit();
    expect(patched["title"]).toBe("Adeus, mundo");
  });

  test("changes every document that a query selects", async () => {
    await lake.editor.create({ _id: "two", _type: "page", title: "Dois" });
    await lake.editor
      .patch({ query: "*[_type == $type]", params: { type: "page" } })
      .set({ seen: true })
      .commit();
    expect(await lake.visitor.fetch("count(*[seen == true])")).toBe(2);
  });

  test("gives a new revision", async () => {
    const before = await lake.visitor.getDocument("one");
    const after = await lake.editor.patch("one").set({ title: "x" }).commit();
    expect(after._rev).not.toBe(before?._rev);
  });

  test("is refused with 409 when the document has another revision", async () => {
    const seen = await lake.editor.getDocument("one");
    await lake.editor.patch("one").set({ title: "de outra pessoa" }).commit();
    const late = lake.editor
      .patch("one")
      .ifRevisionId(seen?._rev ?? "")
      .set({ title: "atrasado" })
      .commit();
    expect(await refusalOf(late)).toMatchObject({ status: 409 });
    expect(await lake.visitor.getDocument("one")).toMatchObject({ title: "de outra pessoa" });
  });

  test("is applied to the given revision", async () => {
    const seen = await lake.editor.getDocument("one");
    const patched = await lake.editor
      .patch("one")
      .ifRevisionId(seen?._rev ?? "")
      .set({ title: "em dia" })
      .commit();
    expect(patched["title"]).toBe("em dia");
  });

  test.each([
    ["an id", { _id: "other" }],
    ["a type", { _type: "other" }],
  ])("never changes %s", async (_, attributes) => {
    expect(await refusalOf(lake.editor.patch("one").set(attributes).commit())).toMatchObject({
      status: 400,
    });
  });

  test("is refused when the document is missing", async () => {
    expect(await refusalOf(lake.editor.patch("none").set({ a: 1 }).commit())).toMatchObject({
      status: 409,
    });
  });
});

describe("a transaction", () => {
  test("changes nothing when its last mutation fails", async () => {
    await lake.editor.create({ _id: "one", _type: "page", title: "antes" });
    const transaction = lake.editor
      .transaction()
      .patch("one", { set: { title: "depois" } })
      .create({ _id: "two", _type: "page" })
      .create({ _id: "one", _type: "page" });
    expect(await refusalOf(transaction.commit())).toMatchObject({ status: 409 });
    expect(await lake.editor.fetch("*{_id, title}")).toEqual([{ _id: "one", title: "antes" }]);
  });

  test("sees its own changes and gives every document the same revision", async () => {
    const result = await lake.editor
      .transaction()
      .create({ _id: "one", _type: "page", count: 1 })
      .patch("one", { inc: { count: 1 } })
      .create({ _id: "two", _type: "page" })
      .commit();
    expect(result.results.map(({ operation }) => operation)).toEqual([
      "create",
      "update",
      "create",
    ]);
    const documents = await lake.editor.fetch("*|order(_id){_rev, count}");
    expect(documents).toEqual([
      { _rev: result.transactionId, count: 2 },
      { _rev: result.transactionId, count: null },
    ]);
  });

  test("is carried out once when it is sent repeatedly", async () => {
    const send = () =>
      lake.editor.transaction().create({ _type: "page" }).transactionId("sent-twice").commit();
    await send();
    expect(await refusalOf(send())).toMatchObject({ status: 409 });
    expect(await lake.editor.fetch("count(*)")).toBe(1);
  });

  test("can be tried without effect", async () => {
    await lake.editor.create({ _id: "one", _type: "page" }, { dryRun: true });
    expect(await lake.editor.fetch("count(*)")).toBe(0);
  });
});

describe("a reference", () => {
  const link = (target: string) => ({ _type: "reference", _ref: target });

  test("is refused when its target is missing, unless it is weak", async () => {
    const strong = lake.editor.create({ _type: "page", author: link("nobody") });
    expect(await refusalOf(strong)).toMatchObject({ status: 409 });
    const weak = await lake.editor.create({
      _type: "page",
      author: { ...link("nobody"), _weak: true },
    });
    expect(weak._id).toBeTruthy();
  });

  test("keeps its target from being deleted", async () => {
    await lake.editor.create({ _id: "ana", _type: "author" });
    await lake.editor.create({ _id: "home", _type: "page", author: link("ana") });
    const refusal = await refusalOf(lake.editor.delete("ana"));
    expect(refusal).toMatchObject({ status: 409, reason: expect.stringContaining('from "home"') });
    await lake.editor.transaction().delete("ana").delete("home").commit();
    expect(await lake.editor.fetch("count(*)")).toBe(0);
  });
});
