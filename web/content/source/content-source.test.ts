import { expect, test, vi } from "vitest";
import type { Log } from "../../config/log.ts";
import { createContentClient, createContentSource } from "./content-source.ts";

/** Client of a content API that cannot be reached, because no process listens on port 9 of this machine. */
const unreachable = createContentClient({
  projectId: "payser-local",
  dataset: "production",
  apiHost: "http://127.0.0.1:9",
  token: undefined,
});

const query = `*[_type == "aboutPage" && _id == "aboutPage"][0]`;
const key = JSON.stringify([query, {}]);
const snapshot = { [key]: { resultJson: '{"title":"salvo"}', tags: ["s1:a"] } };
const texts = { title: "da semente", hero: { title: "Olá", image: null } };
const seed = {
  [key]: { required: texts, inGroups: texts, full: texts, documents: { "": "aboutPage" } },
};
const good = { title: "bom", hero: { title: "Oi", image: null } };
const saved = { result: { title: "salvo" }, tags: ["s1:a"], fresh: false };

/** Creates a content API that returns these responses in order and then repeats the last one. */
function contentApiWith(...bodies: unknown[]) {
  const lines: [event: string, details: Parameters<Log>[2]][] = [];
  const log: Log = (_level, event, details) => lines.push([event, details]);
  const fetch = async () => {
    const body = bodies.length > 1 ? bodies.shift() : bodies[0];
    if (body instanceof Error) throw body;
    return JSON.parse(JSON.stringify(body));
  };
  return { client: { fetch }, lines, log };
}

const answerOf = (result: unknown) => ({ query, result, syncTags: ["s1:b"], ms: 1 });

test("a cold start without the content API answers from the snapshot", async () => {
  const source = createContentSource(unreachable, { snapshot }, () => {});
  expect(await source.read(query)).toEqual(saved);
});

test("a read fails when neither content API nor snapshot is available", async () => {
  const source = createContentSource(unreachable, {}, () => {});
  await expect(source.read(query)).rejects.toMatchObject({ document: "aboutPage" });
});

test.each([
  ["an HTML page of a proxy", "<!doctype html><title>Bem-vindo à rede</title>"],
  ["an empty answer", null],
  ["an answer without a result", { syncTags: ["s1:b"], ms: 1 }],
  ["an answer without sync tags", { result: { title: "solto" }, ms: 1 }],
  ["an answer with invalid sync tags", { result: { title: "solto" }, syncTags: [1], ms: 1 }],
  ["an error message", { message: "try again" }],
  ["null for a required document", answerOf(null)],
  ["a string in place of a document", answerOf("solto")],
  ["an empty document", answerOf({})],
])("%s with status 200 counts as an outage", async (_what, body) => {
  const cold = contentApiWith(body);
  const source = createContentSource(cold.client, { snapshot, seed }, cold.log);
  expect(await source.read(query)).toEqual(saved);
  expect(cold.lines).toHaveLength(1);

  const warm = contentApiWith(answerOf(good), body);
  const later = createContentSource(warm.client, { snapshot, seed }, warm.log);
  await later.read(query);
  later.invalidate(null);
  expect(await later.read(query)).toMatchObject({ result: good, fresh: false });
});

test("an outage logs one line at its start and one at its end", async () => {
  vi.useFakeTimers();
  const { client, lines, log } = contentApiWith(
    new Error("connect ECONNREFUSED"),
    new Error("connect ECONNREFUSED"),
    answerOf({ title: "bom" }),
  );
  const source = createContentSource(client, { snapshot }, log);
  for (let visit = 0; visit < 3; visit += 1) {
    await source.read(query);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  vi.useRealTimers();
  expect(lines).toEqual([
    ["content-unavailable", { document: "aboutPage", reason: "connect ECONNREFUSED" }],
    ["content-back", undefined],
  ]);
});

test("a missing document is logged once, and once more when it is found", async () => {
  const { client, lines, log } = contentApiWith(
    answerOf(null),
    answerOf(null),
    answerOf({ title: "bom" }),
  );
  const source = createContentSource(client, { snapshot }, log);
  for (let visit = 0; visit < 3; visit += 1) {
    await source.read(query);
    source.invalidate(null);
  }
  expect(lines).toEqual([
    ["document-missing", { document: "aboutPage" }],
    ["document-found", { document: "aboutPage" }],
  ]);
});

test("a missing document without older content is replaced by the seed", async () => {
  const { client, log } = contentApiWith(answerOf(null));
  const source = createContentSource(client, { seed }, log);
  expect(await source.read(query)).toMatchObject({
    result: { title: "da semente" },
    fresh: false,
  });
});

test("a missing text is replaced by the seed and logged once", async () => {
  const { client, lines, log } = contentApiWith(answerOf({ title: "bom", hero: { title: null } }));
  const source = createContentSource(client, { seed }, log);
  for (let visit = 0; visit < 2; visit += 1) {
    expect(await source.read(query)).toEqual({
      result: { title: "bom", hero: { title: "Olá" } },
      tags: ["s1:b"],
      fresh: true,
    });
    source.invalidate(null);
  }
  expect(lines).toEqual([
    ["text-missing", { document: "aboutPage", field: "hero.title", shown: "seed" }],
  ]);
});
