import { expect, test, vi } from "vitest";
import type { Log } from "../../config/log.ts";
import { createContentClient, createContentSource } from "./content-source.ts";

/** A client whose content API cannot be reached: nothing listens on port 9 of the loopback. */
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

/** A content API that gives these answers, one after the other; then the last one again. */
function answering(...bodies: unknown[]) {
  const lines: [event: string, details: Parameters<Log>[2]][] = [];
  const log: Log = (_level, event, details) => lines.push([event, details]);
  const fetch = async () => {
    const body = bodies.length > 1 ? bodies.shift() : bodies[0];
    if (body instanceof Error) throw body;
    return JSON.parse(JSON.stringify(body));
  };
  return { client: { fetch }, lines, log };
}

const well = (result: unknown) => ({ query, result, syncTags: ["s1:b"], ms: 1 });

test("a cold start without the content API answers from the snapshot", async () => {
  const source = createContentSource(unreachable, { snapshot }, () => {});
  expect(await source.read(query)).toEqual(saved);
});

test("without snapshot and content API a read fails", async () => {
  const source = createContentSource(unreachable, {}, () => {});
  await expect(source.read(query)).rejects.toMatchObject({ document: "aboutPage" });
});

test.each([
  ["a page of a proxy", "<!doctype html><title>Bem-vindo à rede</title>"],
  ["nothing", null],
  ["no result", { syncTags: ["s1:b"], ms: 1 }],
  ["no sync tags", { result: { title: "solto" }, ms: 1 }],
  ["sync tags of another kind", { result: { title: "solto" }, syncTags: [1], ms: 1 }],
  ["a message", { message: "try again" }],
  ["null for what must exist", well(null)],
  ["a text for a document", well("solto")],
  ["a document with nothing in it", well({})],
])("%s with status 200 counts as an outage", async (_what, body) => {
  const cold = answering(body);
  const source = createContentSource(cold.client, { snapshot, seed }, cold.log);
  expect(await source.read(query)).toEqual(saved);
  expect(cold.lines).toHaveLength(1);

  const warm = answering(well(good), body);
  const later = createContentSource(warm.client, { snapshot, seed }, warm.log);
  await later.read(query);
  later.invalidate(null);
  expect(await later.read(query)).toMatchObject({ result: good, fresh: false });
});

test("an outage is one line of the log, its end another", async () => {
  vi.useFakeTimers();
  const { client, lines, log } = answering(
    new Error("connect ECONNREFUSED"),
    new Error("connect ECONNREFUSED"),
    well({ title: "bom" }),
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

test("a document that is missing is named once, and when it is there again", async () => {
  const { client, lines, log } = answering(well(null), well(null), well({ title: "bom" }));
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

test("without older content the seed stands in for a missing document", async () => {
  const { client, log } = answering(well(null));
  const source = createContentSource(client, { seed }, log);
  expect(await source.read(query)).toMatchObject({
    result: { title: "da semente" },
    fresh: false,
  });
});

test("a text that is missing is the seed's, and named once", async () => {
  const { client, lines, log } = answering(well({ title: "bom", hero: { title: null } }));
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
