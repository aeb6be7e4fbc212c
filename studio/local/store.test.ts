import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "./store.ts";
import type { Transaction } from "./documents/document.ts";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "content-store-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

function creation(id: string, ...documentIds: string[]): Transaction {
  const timestamp = "2026-01-02T03:04:05.000Z";
  const changes = documentIds.map((documentId) => ({
    documentId,
    before: undefined,
    after: {
      _id: documentId,
      _type: "page",
      _rev: id,
      _createdAt: timestamp,
      _updatedAt: timestamp,
    },
    mutations: [],
  }));
  return { id, author: "somebody", timestamp, changes };
}

test("a transaction that fails half-way changes nothing, on disk or in memory", () => {
  const store = openStore(directory);
  store.commit(creation("first", "a"));
  store.database.exec(`create trigger disk_full before insert on documents when new.id = 'c'
    begin select raise(abort, 'disk full'); end`);
  expect(() => store.commit(creation("second", "b", "c"))).toThrow("disk full");
  expect([...store.documents.keys()]).toEqual(["a"]);
  store.close();

  const reopened = openStore(directory);
  expect([...reopened.documents.keys()]).toEqual(["a"]);
  expect(reopened.sequence).toBe(1);
  reopened.database.exec("drop trigger disk_full");
  expect(reopened.commit(creation("second", "b", "c")).sequence).toBe(2);
  reopened.close();
});

test("subscribers hear of a transaction after it is stored, until they unsubscribe", () => {
  const store = openStore(directory);
  const heard: string[] = [];
  const leave = store.subscribe(({ id }) => heard.push(id));
  store.commit(creation("third", "d"));
  leave();
  store.commit(creation("fourth", "e"));
  expect(heard).toEqual(["third"]);
  store.close();
});

test.each([
  ["that is no database", () => Buffer.from("isto não é um banco de dados, é um texto")],
  ["with a page overwritten", (whole: Buffer) => whole.fill("x", 4096 * 2, 4096 * 3)],
  ["cut in half", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
])("a file %s is reported with its remedy, and stays unchanged", async (_how, damage) => {
  const damagedDirectory = await mkdtemp(join(tmpdir(), "content-store-"));
  try {
    const store = openStore(damagedDirectory);
    const ids = Array.from({ length: 200 }, (_, index) => `document-${index}`);
    store.commit(creation("first", ...ids));
    store.close();
    const file = join(damagedDirectory, "content.sqlite");
    const damaged = damage(await readFile(file));
    await writeFile(file, damaged);
    expect(() => openStore(damagedDirectory)).toThrow(
      /content\.sqlite está danificado .*Restaure-o.*mova os arquivos content\.sqlite\*/s,
    );
    expect(await readFile(file)).toEqual(damaged);
  } finally {
    await rm(damagedDirectory, { recursive: true, force: true });
  }
});
