// @module-tag full
import type { MutationEvent, WelcomeEvent } from "@sanity/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collectEvents } from "./collect-events.ts";
import { nextEvent, readEventStream } from "./read-event-stream.ts";
import { API, TOKEN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const stops: (() => void)[] = [];

beforeEach(async () => {
  await lake.editor.withConfig({ perspective: "raw" }).delete({ query: "*[defined(_id)]" });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function listen(query: string, options: Record<string, unknown> = {}) {
  const events: ("welcome" | "mutation")[] = ["welcome", "mutation"];
  const collected = collectEvents<MutationEvent | WelcomeEvent>(
    lake.editor.listen(query, {}, { ...options, events }),
  );
  stops.push(collected.stop);
  await collected.wait("welcome");
  return collected;
}

describe("a listener", () => {
  test("receives the creation, change and deletion of documents", async () => {
    const received = await listen('*[_type == "page"]', { includePreviousRevision: true });
    const created = await lake.editor.create({ _id: "one", _type: "page", title: "A" });
    const changed = await lake.editor.patch("one").set({ title: "B" }).commit();
    await lake.editor.delete("one");
    await received.wait("mutation", 3);

    const [appear, update, disappear] = received.ofType("mutation");
    expect(appear).toMatchObject({
      transition: "appear",
      documentId: "one",
      transactionId: created._rev,
      resultRev: created._rev,
      result: created,
      previous: null,
      mutations: [{ create: { _id: "one", title: "A" } }],
    });
    expect(appear).not.toHaveProperty("previousRev");
    expect(update).toMatchObject({
      transition: "update",
      previousRev: created._rev,
      resultRev: changed._rev,
      result: { title: "B" },
      previous: { title: "A" },
      mutations: [{ patch: { id: "one", set: { title: "B" } } }],
    });
    expect(disappear).toMatchObject({ transition: "disappear", previousRev: changed._rev });
    expect(disappear).not.toHaveProperty("result");
  });

  test("receives a document that begins or ceases to match its filter", async () => {
    const received = await listen('*[_type == "page" && visible == true]');
    await lake.editor.create({ _id: "one", _type: "page" });
    await lake.editor.patch("one").set({ visible: true }).commit();
    await lake.editor.patch("one").set({ visible: false }).commit();
    await received.wait("mutation", 2);
    expect(received.ofType("mutation").map(({ transition }) => transition)).toEqual([
      "appear",
      "disappear",
    ]);
  });

  test("receives nothing about other documents", async () => {
    const received = await listen('*[_id == "one"]');
    await lake.editor.create({ _id: "other", _type: "page" });
    await lake.editor.create({ _id: "one", _type: "page" });
    await received.wait("mutation");
    expect(received.ofType("mutation").map(({ documentId }) => documentId)).toEqual(["one"]);
  });

  test("receives the end of each transaction", async () => {
    const received = await listen('*[_type == "page"]');
    await lake.editor
      .transaction()
      .create({ _id: "one", _type: "page" })
      .create({ _id: "two", _type: "page" })
      .create({ _id: "three", _type: "other" })
      .commit();
    await received.wait("mutation", 2);
    expect(received.ofType("mutation")).toMatchObject([
      { transactionCurrentEvent: 1, transactionTotalEvents: 2 },
      { transactionCurrentEvent: 2, transactionTotalEvents: 2 },
    ]);
  });

  test("gets effects that rebuild the document both ways", async () => {
    const created = await lake.editor.create({ _id: "one", _type: "page", title: "A" });
    const received = await listen('*[_type == "page"]', { effectFormat: "mendoza" });
    const changed = await lake.editor.patch("one").set({ title: "B" }).commit();
    await lake.editor.delete("one");
    await received.wait("mutation", 2);
    const [update, disappear] = received.ofType("mutation");
    expect(update?.effects).toEqual({ apply: [0, changed], revert: [0, created] });
    expect(disappear?.effects?.apply).toEqual([0, null]);
  });

  test("receives actions as mutations of each document they touch", async () => {
    await lake.editor.create({ _id: "drafts.one", _type: "page", title: "A" });
    const received = await listen("*", { includeMutations: true });
    await lake.editor.action({
      actionType: "sanity.action.document.publish",
      draftId: "drafts.one",
      publishedId: "one",
    });
    await received.wait("mutation", 2);
    expect(received.ofType("mutation")).toMatchObject([
      { documentId: "one", transition: "appear", mutations: [{ createOrReplace: { _id: "one" } }] },
      {
        documentId: "drafts.one",
        transition: "disappear",
        mutations: [{ delete: { id: "drafts.one" } }],
      },
    ]);
  });
});

describe("a listener that lost its connection", () => {
  const open = async (lastEventId: string) => {
    const query = encodeURIComponent('*[_type == "page"]');
    const response = await fetch(
      `${lake.url}${API}/data/listen/production?query=${query}&enableResume=true`,
      { headers: { authorization: `Bearer ${TOKEN}`, "last-event-id": lastEventId } },
    );
    return readEventStream(response);
  };

  test("receives the events that it missed", async () => {
    const { _rev: revision } = await lake.editor.create({ _id: "one", _type: "page" });
    await lake.editor.patch("one").set({ title: "perdida" }).commit();
    const events = await open(`${revision}#one`);
    expect(await nextEvent(events)).toMatchObject({ event: "welcomeback" });
    expect(await nextEvent(events)).toMatchObject({
      event: "mutation",
      data: { documentId: "one", previousRev: revision, transition: "update" },
    });
    await events.return(undefined);
  });

  test("starts over when its last event is unknown", async () => {
    const events = await open("unknown#one");
    expect(await nextEvent(events)).toMatchObject({ event: "reset" });
    await events.return(undefined);
  });
});

describe("a listener with an unreadable query", () => {
  test("gets an error event, and the stream ends", async () => {
    const response = await lake.asEditor("/data/listen/production?query=*%5B");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const [event, data, ...rest] = (await response.text()).trim().split("\n");
    expect([event, rest]).toEqual(["event: error", []]);
    expect(JSON.parse(data?.replace("data: ", "") ?? "")).toMatchObject({
      message: expect.stringContaining("Syntax error"),
      error: { type: "queryParseError", query: "*[" },
    });
  });

  test("gets the error from the client", async () => {
    const received = collectEvents(lake.editor.listen("*[_type == $missing]"));
    stops.push(received.stop);
    await expect(received.wait("mutation")).rejects.toMatchObject({
      name: "MessageError",
      message: "param $missing referenced, but not provided",
    });
  });
});
