import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openImageCache } from "./image-cache.ts";

let directory: string;
let made = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "image-cache-"));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function make(): Promise<Buffer> {
  made += 1;
  return Buffer.from(`image ${made}`);
}

test("simultaneous equal requests make an image once, and later requests read it", async () => {
  const cache = await openImageCache(directory);
  const images = await Promise.all([cache.read("a", make), cache.read("a", make)]);
  images.push(await cache.read("a", make));
  images.push(await (await openImageCache(directory)).read("a", make));
  expect(images.map(String)).toEqual(Array.from({ length: 4 }, () => "image 1"));
});

test("an image that is missing on the disk is made again", async () => {
  const cache = await openImageCache(directory);
  await cache.read("c", make);
  await rm(join(directory, "c"));
  expect(String(await cache.read("c", make))).toMatch(/^image/);
});

test("a failure is not cached", async () => {
  const cache = await openImageCache(directory);
  await expect(cache.read("d", () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  );
  expect(String(await cache.read("d", make))).toMatch(/^image/);
});
