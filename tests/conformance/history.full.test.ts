// @module-tag full
import { beforeAll, describe, expect, test } from "vitest";
import { mayPrint } from "../support/runner/printed-problems.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const ids = { draftId: "drafts.faq", publishedId: "faq" };
const revisions: Record<string, string> = {};

interface HistoryAnswer {
  events: Record<string, Record<string, unknown>[]>;
  nextCursor: string;
}

/** Performs one action on a document and uses `name` as the id of the transaction. */
async function step(name: string, kind: string, rest: Record<string, unknown>) {
  await lake.editor.request({
    method: "POST",
    url: "/data/actions/production",
    body: {
      transactionId: name,
      actions: [{ actionType: `sanity.action.document.${kind}`, ...rest }],
    },
  });
  revisions[name] = new Date().toISOString();
  // The pause gives two steps different times, because times are stored in whole milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const set = (question: string) => ({ ...ids, patch: { set: { question } } });

beforeAll(async () => {
  const attributes = { _id: "drafts.faq", _type: "faqItem", question: "1" };
  await step("created", "create", { publishedId: "faq", attributes, ifExists: "fail" });
  await step("edited", "edit", set("2"));
  await step("published", "publish", ids);
  await step("reopened", "edit", set("3"));
  await step("discarded", "version.discard", { versionId: "drafts.faq" });
  await step("unpublished", "unpublish", ids);
  await step("again", "publish", ids);
  await step("deleted", "delete", { publishedId: "faq" });
});

const eventsOf = (id: string, query = "") =>
  lake.editor.request<HistoryAnswer>({
    url: `/data/history/production/events/documents/${id}${query}`,
  });

async function transactionsOf(query: string) {
  const response = await lake.asEditor(
    `/data/history/production/transactions/drafts.faq,faq?${query}`,
  );
  const lines = (await response.text()).split("\n").filter(Boolean);
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

describe("the event history of a document", () => {
  test("lists the life of a draft, newest first", async () => {
    const { events } = await eventsOf("drafts.faq");
    expect(events["drafts.faq"]?.map(({ type }) => type)).toEqual([
      "deleteDocumentGroup",
      "publishDocumentVersion",
      "unpublishDocument",
      "deleteDocumentVersion",
      "createDocumentVersion",
      "publishDocumentVersion",
      "createDocumentVersion",
    ]);
  });

  test("leaves events of drafts out of the published document", async () => {
    const { events } = await eventsOf("faq");
    expect(events["faq"]?.map(({ type }) => type)).toEqual([
      "deleteDocumentGroup",
      "publishDocumentVersion",
      "unpublishDocument",
      "publishDocumentVersion",
    ]);
  });

  test("names the draft's revision before it was published", async () => {
    const { events } = await eventsOf("drafts.faq");
    expect(events["drafts.faq"]?.[5]).toMatchObject({
      documentId: "faq",
      versionId: "drafts.faq",
      revisionId: "published",
      versionRevisionId: "edited",
    });
  });

  test("comes in pages", async () => {
    const first = await eventsOf("drafts.faq", "?limit=4");
    const second = await eventsOf("drafts.faq", `?limit=4&nextCursor=${first.nextCursor}`);
    const whole = await eventsOf("drafts.faq");
    expect([...(first.events["drafts.faq"] ?? []), ...(second.events["drafts.faq"] ?? [])]).toEqual(
      whole.events["drafts.faq"],
    );
    expect(second.nextCursor).toBe("");
  });
});

test("the history of a version names its release, as does the history of the document it published", async () => {
  const releaseId = "rverao";
  const document = { _type: "faqItem", question: "1" };
  mayPrint(/You have called `createVersion\(\)` with a defined `document`/);
  await lake.editor.releases.create({ releaseId });
  for (const publishedId of ["kept", "dropped"]) {
    await lake.editor.createVersion({ releaseId, publishedId, document });
  }
  await lake.editor.discardVersion({ releaseId, publishedId: "dropped" });
  await lake.editor.releases.publish({ releaseId });
  const summaryOf = async (id: string) => {
    const { events } = await eventsOf(id);
    return events[id]?.map((event) => `${String(event["type"])} ${String(event["releaseId"])}`);
  };
  const created = "createDocumentVersion rverao";
  expect(await summaryOf("versions.rverao.kept")).toEqual([
    "publishDocumentVersion rverao",
    created,
  ]);
  expect(await summaryOf("kept")).toEqual(["publishDocumentVersion rverao"]);
  expect(await summaryOf("drafts.kept")).toEqual(["publishDocumentVersion rverao"]);
  expect(await summaryOf("versions.rverao.dropped")).toEqual([
    "deleteDocumentVersion rverao",
    created,
  ]);
  expect(await summaryOf("dropped")).toEqual([]);
});

describe("the list of transactions", () => {
  test("comes oldest first, or newest first when reversed", async () => {
    const names = (await transactionsOf("")).map(({ id }) => id);
    expect(names).toEqual(Object.keys(revisions));
    const reversed = (await transactionsOf("reverse=true")).map(({ id }) => id);
    expect(reversed).toEqual(names.toReversed());
  });

  test("covers a range from one to another, both included, up to a limit", async () => {
    const range = await transactionsOf("fromTransaction=edited&toTransaction=reopened");
    expect(range.map(({ id }) => id)).toEqual(["edited", "published", "reopened"]);
    expect((await transactionsOf("fromTransaction=edited&limit=2")).map(({ id }) => id)).toEqual([
      "edited",
      "published",
    ]);
  });

  test("carries effects that rebuild every document", async () => {
    const [, , published] = await transactionsOf("effectFormat=mendoza&excludeContent=true");
    expect(published).toMatchObject({
      mutations: [],
      documentIDs: ["drafts.faq", "faq"],
      effects: {
        faq: { apply: [0, { question: "2", _rev: "published" }], revert: [0, null] },
        "drafts.faq": { apply: [0, null], revert: [0, { question: "2", _rev: "edited" }] },
      },
    });
  });
});

describe("a past document", () => {
  const at = (query: string) =>
    lake.editor.request<{ documents: Record<string, unknown>[] }>({
      url: `/data/history/production/documents/drafts.faq,faq?${query}`,
    });

  test("is found by revision", async () => {
    expect((await at("revision=edited")).documents).toMatchObject([
      { _id: "drafts.faq", _rev: "edited", question: "2" },
    ]);
    expect((await at("revision=reopened")).documents).toMatchObject([
      { _id: "drafts.faq", question: "3" },
      { _id: "faq", question: "2" },
    ]);
  });

  test("is found by time", async () => {
    const { documents } = await at(`time=${revisions["created"]}`);
    expect(documents).toMatchObject([{ question: "1" }]);
  });

  test("is found in its last state after it was deleted", async () => {
    const { documents } = await at("lastRevision=true");
    expect(documents).toMatchObject([{ _id: "drafts.faq" }, { _id: "faq", _rev: "again" }]);
  });

  test.each(["revision=unknown", "time=yesterday"])("is not found with %s", async (query) => {
    const response = await lake.asEditor(`/data/history/production/documents/faq?${query}`);
    expect(response.status).toBe(400);
  });
});
