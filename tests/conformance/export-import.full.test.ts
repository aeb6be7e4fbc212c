// @module-tag full
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { sanityImport } from "@sanity/import";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ContentLake } from "../../studio/local/content-lake.ts";
import { exportContent, importSeed } from "../../studio/local/content-files.ts";
import {
  createTestClient,
  DATASET,
  PROJECT,
  startTestLake,
  temporaryDirectory,
  TOKEN,
} from "./test-lake.ts";

const documents = [
  { _id: "ana", _type: "author", name: "Ana Água", photo: image("ana.png") },
  {
    _id: "home",
    _type: "page",
    title: "Início – “aspas” & emoji 🏠",
    author: { _type: "reference", _ref: "ana" },
    hero: image("hero.png"),
    gallery: [{ _key: "a", ...image("hero.png") }],
    body: [
      {
        _key: "b",
        _type: "block",
        style: "normal",
        markDefs: [],
        children: [{ _key: "s", _type: "span", marks: ["strong"], text: "Olá" }],
      },
    ],
    count: 0,
    ratio: 0.7,
    nothing: null,
    flag: false,
  },
  {
    _id: "drafts.home",
    _type: "page",
    title: "Rascunho",
    author: { _type: "reference", _ref: "ana" },
  },
  ...Array.from({ length: 120 }, (_, index) => ({
    _id: `faq-${index}`,
    _type: "faqItem",
    question: `Pergunta ${index}?`,
  })),
];

let directory: string;
let source: ContentLake;
let copy: ContentLake;

function image(name: string) {
  return { _type: "image", _sanityAsset: `image@file://./images/${name}` };
}

function target(lake: ContentLake) {
  return { url: lake.url, projectId: PROJECT, dataset: DATASET, token: TOKEN };
}

/** Fields of a document that the server sets. They are not part of the content. */
const SERVER_ATTRIBUTES = ["_rev", "_createdAt", "_updatedAt", "url", "uploadId"];

async function contentOf(lake: ContentLake) {
  const client = createTestClient(lake.url, TOKEN).withConfig({ perspective: "raw" });
  const found = await client.fetch<Record<string, unknown>[]>("*");
  return found.map((document) =>
    Object.fromEntries(
      Object.entries(document).filter(([name]) => !SERVER_ATTRIBUTES.includes(name)),
    ),
  );
}

beforeAll(async () => {
  directory = await temporaryDirectory();
  await mkdir(join(directory, "images"));
  const background = { ana: "#ff8800", hero: "#008866" };
  for (const [name, colour] of Object.entries(background)) {
    await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
      .png()
      .toFile(join(directory, "images", `${name}.png`));
  }
  await writeFile(
    join(directory, "content.ndjson"),
    documents.map((document) => `${JSON.stringify(document)}\n`).join(""),
  );
  source = await startTestLake(join(directory, "source"));
  copy = await startTestLake(join(directory, "copy"));
});

afterAll(async () => {
  await source.close();
  await copy.close();
  await rm(directory, { recursive: true, force: true });
});

test("an import brings the seed's images, references and drafts", async () => {
  const count = await importSeed({ ...target(source), source: join(directory, "content.ndjson") });
  expect(count).toBe(documents.length);
  const client = createTestClient(source.url);
  const home = await client.fetch(
    '*[_id == "home"][0]{title, "author": author->name, "weak": author._weak, "hero": hero.asset->url, "same": hero.asset._ref == gallery[0].asset._ref}',
  );
  expect(home).toMatchObject({ author: "Ana Água", weak: null, same: true });
  expect((await fetch(home.hero)).status).toBe(200);
  expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(2);
});

test("an imported document is whole in the history's first and only revision", async () => {
  const client = createTestClient(source.url, TOKEN);
  const { _rev: revision } = await client.fetch<{ _rev: string }>('*[_id == "home"][0]');
  const { events } = await client.request<{ events: Record<string, object[]> }>({
    url: `/data/history/${DATASET}/events/documents/home`,
  });
  expect(events["home"]).toMatchObject([{ type: "createLiveDocument", revisionId: revision }]);
});

test("a second import of the seed changes no content", async () => {
  const before = await contentOf(source);
  await importSeed({ ...target(source), source: join(directory, "content.ndjson") });
  expect(await contentOf(source)).toEqual(before);
});

test("a failed export leaves nothing in the temporary folder", async () => {
  const temporary = join(directory, "temporary");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);
  const destination = join(directory, "failed.tar.gz");
  await expect(
    exportContent({ ...target(source), token: "of-nobody", destination }),
  ).rejects.toThrow();
  vi.unstubAllEnvs();
  expect(await readdir(temporary)).toEqual([]);
});

test("an export that is imported elsewhere is the same dataset", async () => {
  const destination = join(directory, "export.tar.gz");
  const exported = await exportContent({ ...target(source), destination });
  expect(exported).toEqual({ documentCount: documents.length, assetCount: 2 });

  await sanityImport(createReadStream(destination), {
    client: createTestClient(copy.url, TOKEN),
    operation: "create",
  });
  const original = await contentOf(source);
  expect(await contentOf(copy)).toEqual(original);
  expect(original).toHaveLength(documents.length + 2);
});
