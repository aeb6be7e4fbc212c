import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, parse } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { listStrings } from "./placeholders.ts";
import { readSeedDocuments, seedDirectory } from "./seed-documents.ts";

const folder = join(seedDirectory, "images");
const files = readdirSync(folder);
const strings = readSeedDocuments().flatMap(listStrings);
const references = strings.filter(({ path }) => path.endsWith("_sanityAsset"));
const referenced = new Set(
  references.map(({ text }) => text.replace("image@file://./images/", "")),
);

test("the seed's folder has every image of the content and no other file", () => {
  expect([...referenced].toSorted()).toEqual(files.toSorted());
});

test("every image has a description, and no two are the same", () => {
  const alts = references.map(({ documentId, path }) => {
    const altPath = path.replace("_sanityAsset", "alt");
    return strings.find((s) => s.documentId === documentId && s.path === altPath)?.text ?? "";
  });
  for (const alt of alts) expect(alt.length).toBeGreaterThan(25);
  expect(new Set(alts).size).toBe(referenced.size);
});

test("images are small enough to clone and import", () => {
  const sizes = files.map((file) => statSync(join(folder, file)).size);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(3_000_000);
});

test("the WhatsApp picture is a JPG of 1200 by 630 below 300 kB", async () => {
  const picture = join(folder, "open-graph.jpg");
  const { format, width, height } = await sharp(picture).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  expect(statSync(picture).size).toBeLessThan(300_000);
});

function names(list: string[]): string[] {
  return list.map((file) => parse(file).name).toSorted();
}

test("every image has its drawing unless it is a screenshot, and drawings load nothing external", () => {
  const artwork = join(seedDirectory, "artwork");
  const drawings = readdirSync(artwork).filter((file) => file.endsWith(".svg"));
  expect(names(drawings)).toEqual(names(files.filter((file) => !file.startsWith("screen-"))));
  for (const drawing of drawings) {
    const source = readFileSync(join(artwork, drawing), "utf8");
    expect(source.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|<image|<script/);
  }
});
