// @module-tag full
import type { Action, SanityClient } from "@sanity/client";
import { beforeEach, describe, expect, test } from "vitest";
import { refusalOf } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const ids = { draftId: "drafts.faq", publishedId: "faq" };
const attributes = { _id: "drafts.faq", _type: "faqItem", question: "Quanto custa?" };

const raw = (client: SanityClient) => client.withConfig({ perspective: "raw" });
const act = (kind: string, rest: Record<string, unknown>) =>
  lake.editor.request({
    method: "POST",
    url: "/data/actions/production",
    body: { actions: [{ actionType: `sanity.action.document.${kind}`, ...rest }] },
  });
const questions = () =>
  raw(lake.editor).fetch<Record<string, string>[]>(
    "*[_type == 'faqItem'] | order(_id){_id, question}",
  );

beforeEach(async () => {
  await raw(lake.editor).delete({ query: "*[defined(_id)]" });
});

describe("an editor's actions through the real client", () => {
  test("create, edit, publish, edit again, discard and unpublish a document", async () => {
    const steps: [Action, Record<string, string>[]][] = [
      [
        {
          actionType: "sanity.action.document.create",
          publishedId: "faq",
          attributes,
          ifExists: "fail",
        },
        [{ _id: "drafts.faq", question: "Quanto custa?" }],
      ],
      [
        {
          actionType: "sanity.action.document.edit",
          ...ids,
          patch: { set: { question: "Quanto?" } },
        },
        [{ _id: "drafts.faq", question: "Quanto?" }],
      ],
      [
        { actionType: "sanity.action.document.publish", ...ids },
        [{ _id: "faq", question: "Quanto?" }],
      ],
      [
        {
          actionType: "sanity.action.document.edit",
          ...ids,
          patch: { set: { question: "Como?" } },
        },
        [
          { _id: "drafts.faq", question: "Como?" },
          { _id: "faq", question: "Quanto?" },
        ],
      ],
      [
        { actionType: "sanity.action.document.discard", draftId: "drafts.faq" },
        [{ _id: "faq", question: "Quanto?" }],
      ],
      [
        { actionType: "sanity.action.document.unpublish", ...ids },
        [{ _id: "drafts.faq", question: "Quanto?" }],
      ],
    ];
    for (const [action, expected] of steps) {
      await lake.editor.action(action);
      expect(await questions()).toEqual(expected);
    }
  });

  test("keep the client's transaction id", async () => {
    const action: Action = {
      actionType: "sanity.action.document.create",
      publishedId: "faq",
      attributes,
      ifExists: "fail",
    };
    const result = await lake.editor.action(action, { transactionId: "chosen-by-the-studio" });
    expect(result.transactionId).toBe("chosen-by-the-studio");
    expect(await raw(lake.editor).getDocument("drafts.faq")).toMatchObject({
      _rev: "chosen-by-the-studio",
    });
  });

  test("are all carried out or none", async () => {
    const both = lake.editor.action([
      {
        actionType: "sanity.action.document.create",
        publishedId: "faq",
        attributes,
        ifExists: "fail",
      },
      { actionType: "sanity.action.document.discard", draftId: "drafts.nowhere" },
    ]);
    expect(await refusalOf(both)).toMatchObject({ status: 409 });
    expect(await questions()).toEqual([]);
  });
});

describe("an action that conflicts is refused with 409", () => {
  beforeEach(async () => {
    await lake.editor.create({ ...attributes, _id: "faq" });
    await act("edit", { ...ids, patch: { set: { question: "Nova?" } } });
  });

  test("publishing over a document that another editor published", async () => {
    const refused = act("publish", { ...ids, ifPublishedRevisionId: "an-older-revision" });
    expect(await refusalOf(refused)).toMatchObject({ status: 409 });
    expect(await questions()).toHaveLength(2);
  });

  test("publishing a draft that another editor changed", async () => {
    const refused = act("publish", { ...ids, ifDraftRevisionId: "an-older-revision" });
    expect(await refusalOf(refused)).toMatchObject({ status: 409 });
  });

  test("creating a draft that exists, unless existing ones are to be kept", async () => {
    const create = (ifExists: string) =>
      act("create", { publishedId: "faq", attributes, ifExists });
    expect(await refusalOf(create("fail"))).toMatchObject({ status: 409 });
    await create("ignore");
    expect(await questions()).toContainEqual({ _id: "drafts.faq", question: "Nova?" });
  });

  test("deleting a document but not its draft", async () => {
    expect(await refusalOf(act("delete", { publishedId: "faq" }))).toMatchObject({ status: 409 });
    await act("delete", { publishedId: "faq", includeDrafts: ["drafts.faq"] });
    expect(await questions()).toEqual([]);
  });

  test("discarding a missing draft", async () => {
    await act("version.discard", { versionId: "drafts.faq" });
    expect(await refusalOf(act("version.discard", { versionId: "drafts.faq" }))).toMatchObject({
      status: 409,
    });
  });

  test("replacing a missing draft", async () => {
    await act("replaceDraft", { publishedId: "faq", attributes });
    expect(await questions()).toContainEqual({ _id: "drafts.faq", question: "Quanto custa?" });
    const refused = act("replaceDraft", { publishedId: "nothing", attributes });
    expect(await refusalOf(refused)).toMatchObject({ status: 409 });
  });
});

test("publishing makes references strong that waited for their target", async () => {
  await lake.editor.create({ _id: "target", _type: "faqItem" });
  await act("create", {
    publishedId: "faq",
    attributes: {
      ...attributes,
      related: {
        _type: "reference",
        _ref: "target",
        _weak: true,
        _strengthenOnPublish: { type: "faqItem" },
      },
    },
  });
  await act("publish", ids);
  expect(await lake.visitor.getDocument("faq")).toMatchObject({
    related: { _type: "reference", _ref: "target" },
  });
  expect(await refusalOf(lake.editor.delete("target"))).toMatchObject({ status: 409 });
});
