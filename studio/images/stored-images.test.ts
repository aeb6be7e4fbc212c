import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentClient } from "../local/content-client.ts";
import { type ContentLake, startContentLake } from "../local/content-lake.ts";
import {
  deleteImages,
  findImages,
  readStoredImages,
  type StoredImage,
  storedImagesQuery,
} from "./stored-images.ts";

const access = { projectId: "payser-images", dataset: "production", token: "images" };
const drawing = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><title>${name}</title></svg>`;

let dataDirectory: string;
let lake: ContentLake;
let client: SanityClient;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "images-"));
  lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  client = createContentClient({ ...access, url: lake.url });
});
afterAll(async () => {
  await lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/** Uploads a new image and returns its id. */
async function send(filename: string): Promise<string> {
  const { _id: id } = await client.assets.upload("image", Buffer.from(drawing(filename)), {
    filename,
  });
  return id;
}

async function readImage(id: string): Promise<StoredImage> {
  const answer: unknown = await client.fetch(storedImagesQuery, {}, { perspective: "raw" });
  const image = readStoredImages(answer).find(({ _id }) => _id === id);
  if (!image) throw new Error(`There is no image ${id}`);
  return image;
}

const showing = (id: string) => ({ logo: { asset: { _type: "reference", _ref: id } } });

test("an image is in use when a draft or a release shows it, and each document counts once", async () => {
  const id = await send("logo.svg");
  expect(await readImage(id)).toMatchObject({ name: "logo.svg", usedIn: [] });

  await client.create({ _id: "drafts.ipe", _type: "partner", name: "Ipê", ...showing(id) });
  await client.create({ _id: "ipe", _type: "partner", name: "Ipê", ...showing(id) });
  await client.create({ _id: "versions.rA.lar", _type: "partner", name: "Lar", ...showing(id) });
  const { usedIn } = await readImage(id);
  expect(usedIn.map(({ _id, name }) => [_id, name])).toEqual([
    ["ipe", "Ipê"],
    ["lar", "Lar"],
  ]);
});

test("deleteImages keeps an image that a document shows meanwhile and deletes the others", async () => {
  const images = [await readImage(await send("a.svg")), await readImage(await send("b.svg"))];
  const [first, second] = images;
  if (!first || !second) throw new Error("Both were sent");
  await client.create({ _id: "drafts.late", _type: "partner", ...showing(first._id) });
  expect(await deleteImages(client, images)).toEqual({
    deleted: [second],
    used: [first],
    failed: [],
  });
  expect(await client.fetch("*[_id in $ids]._id", { ids: images.map(({ _id }) => _id) })).toEqual([
    first._id,
  ]);
});

test("deleteImages reports an image as failed when the content API does not answer", async () => {
  const image = await readImage(await send("c.svg"));
  const nobody = { delete: () => Promise.reject(new Error("Failed to fetch")) };
  expect(await deleteImages(nobody, [image])).toEqual({ deleted: [], used: [], failed: [image] });
});

test("findImages searches names and documents without accents", () => {
  const image = { url: "", size: 1, width: 1, height: 1 };
  const images: StoredImage[] = [
    { ...image, _id: "a", name: "Fachada-NOVA.png", usedIn: [] },
    { ...image, _id: "b", name: "logo.png", usedIn: [{ _id: "ipe", _type: "partner" }] },
  ];
  const find = (words: string) =>
    findImages(images, words, () => "Parceiro: Ipê do Vale").map(({ _id }) => _id);
  expect(find("")).toEqual(["a", "b"]);
  expect(find(" nova  fachada ")).toEqual(["a"]);
  expect(find("ipe logo")).toEqual(["b"]);
  expect(find("partner")).toEqual([]);
});
