// @module-tag full
import type { LiveEvent } from "@sanity/client";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { collectEvents } from "./collect-events.ts";
import { nextEvent, readEventStream } from "./read-event-stream.ts";
import { API, TOKEN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const stops: (() => void)[] = [];

beforeAll(async () => {
  const reference = (_ref: string) => ({ _type: "reference", _ref });
  await lake.editor
    .transaction()
    .create({ _id: "ana", _type: "author", name: "Ana" })
    .create({ _id: "rui", _type: "author", name: "Rui" })
    .create({ _id: "home", _type: "homePage", title: "Início", author: reference("ana") })
    .create({ _id: "faq-1", _type: "faqItem", question: "A?" })
    .create({ _id: "faq-2", _type: "faqItem", question: "B?" })
    .create({ _id: "card", _type: "product", slug: { current: "card" } })
    .create({ _id: "note", _type: "note", about: reference("card") })
    .commit();
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Returns the tags of the live event that a change of one document causes. */
async function tagsOfEdit(id: string): Promise<readonly string[]> {
  const live = collectEvents<LiveEvent>(lake.visitor.live.events());
  stops.push(live.stop);
  await live.wait("welcome");
  await lake.editor
    .patch(id)
    .set({ edited: String(Math.random()) })
    .commit();
  await live.wait("message");
  return live.ofType("message")[0]?.tags ?? [];
}

describe("an edit reaches exactly the queries that it can change", () => {
  test.each([
    ['*[_type == "faqItem"]', ["faq-1", "faq-2"]],
    ['*[_type == "faqItem" && defined(question)] | order(question)', ["faq-1", "faq-2"]],
    ["*[(_type == $type)][0..1]{question}", ["faq-1", "faq-2"]],
    ['*[_type in ["faqItem", "product"]]', ["faq-1", "faq-2", "card"]],
    ['*[_type == "faqItem" || _id == "home"]', ["faq-1", "faq-2", "home"]],
    ['*[_id == "faq-1"][0]', ["faq-1"]],
    ["*[_id in $ids]", ["faq-1", "card"]],
    ['*[_type == "faqItem" && _id == "faq-2"][0]', ["faq-2"]],
    ['*[_id == "home"][0]{title, "author": author->name}', ["home", "ana"]],
    ['*[_type == "homePage"][0]{title, "faq": *[_type == "faqItem"]}', ["home", "faq-1", "faq-2"]],
    ['{"home": *[_id == "home"][0], "card": *[_id == "card"][0]}', ["home", "card"]],
    ['*[_type == "homePage" && author->name == "Ana"]{_id}', ["home", "ana"]],
    ['*[references("card")]{_id}', ["note"]],
    ['*[_type == "note" && references("card")]{_id}', ["note"]],
    ["*[defined(title)]", ["ana", "rui", "home", "faq-1", "faq-2", "card", "note"]],
    ["count(*)", ["ana", "rui", "home", "faq-1", "faq-2", "card", "note"]],
  ])("%s", async (query, expected) => {
    const parameters = { type: "faqItem", ids: ["faq-1", "card"] };
    const { syncTags = [] } = await lake.visitor.fetch(query, parameters, {
      filterResponse: false,
    });
    const reached: string[] = [];
    for (const id of ["ana", "rui", "home", "faq-1", "faq-2", "card", "note"]) {
      const tags = await tagsOfEdit(id);
      if (syncTags.some((tag) => tags.includes(tag))) reached.push(id);
    }
    expect(reached.toSorted()).toEqual(expected.toSorted());
  });

  test("an edit reaches a query that looked for a document before it existed", async () => {
    const { syncTags = [] } = await lake.visitor.fetch(
      '*[_id == "new"][0]',
      {},
      {
        filterResponse: false,
      },
    );
    const live = collectEvents<LiveEvent>(lake.visitor.live.events());
    stops.push(live.stop);
    await live.wait("welcome");
    await lake.editor.create({ _id: "new", _type: "anything" });
    await live.wait("message");
    expect(live.ofType("message")[0]?.tags.filter((tag) => syncTags.includes(tag))).toHaveLength(1);
  });
});

describe("an edit of a draft", () => {
  const edit = () =>
    lake.editor.action({
      actionType: "sanity.action.document.edit",
      draftId: "drafts.faq-1",
      publishedId: "faq-1",
      patch: { set: { question: "Rascunho?" } },
    });

  test("causes no event for visitors", async () => {
    const live = collectEvents<LiveEvent>(lake.visitor.live.events());
    stops.push(live.stop);
    await live.wait("welcome");
    await edit();
    await lake.editor.patch("faq-2").set({ question: "C?" }).commit();
    await live.wait("message");
    const { syncTags = [] } = await lake.visitor.fetch(
      '*[_id == "faq-2"]',
      {},
      { filterResponse: false },
    );
    // The earlier change of the draft caused no event, so the first event belongs to the published change.
    expect(live.ofType("message")[0]?.tags).toEqual(expect.arrayContaining(syncTags));
  });

  test("causes events for editors who ask for drafts", async () => {
    const { syncTags = [] } = await lake.editor.fetch(
      '*[_id == "faq-1"]',
      {},
      {
        filterResponse: false,
        perspective: "drafts",
      },
    );
    const live = collectEvents<LiveEvent>(lake.editor.live.events({ includeDrafts: true }));
    stops.push(live.stop);
    await live.wait("welcome");
    await edit();
    await live.wait("message");
    expect(live.ofType("message")[0]?.tags.some((tag) => syncTags.includes(tag))).toBe(true);
  });

  test("causes a refusal for visitors who ask for drafts", async () => {
    const response = await lake.request("/data/live/events/production?includeDrafts=true");
    expect(response.status).toBe(401);
  });
});

describe("a client that reconnects", () => {
  const open = async (lastEventId?: string) => {
    const response = await fetch(`${lake.url}${API}/data/live/events/production`, {
      headers: { ...(lastEventId && { "last-event-id": lastEventId }) },
    });
    return readEventStream(response);
  };

  test("gets each missed event once", async () => {
    const first = await open();
    const { id = "" } = await nextEvent(first);
    await first.return(undefined);
    await lake.editor.patch("faq-1").set({ question: "1?" }).commit();
    await lake.editor.patch("faq-2").set({ question: "2?" }).commit();

    const second = await open(id);
    expect(await nextEvent(second)).toMatchObject({ event: "welcome", id });
    const missed = await nextEvent(second);
    expect(missed.event).toBe("message");
    await second.return(undefined);

    const third = await open(missed.id);
    await nextEvent(third);
    const newest = await nextEvent(third);
    expect(newest.event).toBe("message");
    expect(newest.id).not.toBe(missed.id);
    await third.return(undefined);
  });

  test.each(["nonsense", "00000000.1", "."])("restarts with the unknown id %s", async (id) => {
    const events = await open(id);
    expect(await nextEvent(events)).toMatchObject({ event: "welcome" });
    expect(await nextEvent(events)).toMatchObject({ event: "restart" });
    await events.return(undefined);
  });

  test("sees its own last event in queries", async () => {
    const events = await open();
    const { id = "" } = await nextEvent(events);
    await events.return(undefined);
    await lake.editor.patch("faq-1").set({ question: "agora?" }).commit();
    const question = await lake.visitor.fetch(
      '*[_id == "faq-1"][0].question',
      {},
      {
        lastLiveEventId: id,
      },
    );
    expect(question).toBe("agora?");
  });
});

test("the client uses only features that the lake has", async () => {
  const response = await lake.request("/check/cors", {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(await response.json()).toEqual({ result: { allowed: true, withCredentials: false } });
});
