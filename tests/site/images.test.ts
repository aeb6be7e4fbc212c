import { afterAll, beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";

/** What messengers still show as a preview, in bytes. */
const PREVIEW_LIMIT = 300 * 1024;

let stack: SiteStack;
/** Path of the home page's first image, without the file name. */
let photo: string;
let previewPath: string;

beforeAll(async () => {
  stack = await startSiteStack();
  const html = await (await fetch(stack.siteUrl)).text();
  photo = /"(\/imagens\/[^/"]+-webp)\//.exec(html)?.[1] ?? "";
  previewPath = /og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(html)?.[1] ?? "";
});
afterAll(() => stack.close());

const get = (path: string) => fetch(stack.siteUrl + path);

describe("the image route", () => {
  test("serves an image in a width of the list as WebP, to be kept for good", async () => {
    const reply = await get(`${photo}/640.webp`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("image/webp");
    expect(reply.headers.get("cache-control")).toContain("immutable");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    const { format, width } = await sharp(await reply.arrayBuffer()).metadata();
    expect({ format, width }).toEqual({ format: "webp", width: 640 });
  });

  test("makes the preview of every page a JPEG of 1200x630 below 300 KB", async () => {
    const previews = new Set([previewPath, `${photo}/previa.jpg`]);
    for (const path of previews) {
      const reply = await get(path);
      const bytes = await reply.arrayBuffer();
      const { format, width, height } = await sharp(bytes).metadata();
      expect({ path, format, width, height }).toEqual({
        path,
        format: "jpeg",
        width: 1200,
        height: 630,
      });
      expect(bytes.byteLength).toBeLessThan(PREVIEW_LIMIT);
    }
  });

  test("cuts out the part that an editor chose", async () => {
    const reply = await get(`${photo}/320.webp?rect=0,0,400,200`);
    const { width, height } = await sharp(await reply.arrayBuffer()).metadata();
    expect({ width, height }).toEqual({ width: 320, height: 160 });
  });

  test.each([
    ["a width that is not in the list", "/641.webp"],
    ["a format that is not offered", "/640.png"],
    ["no width", "/.webp"],
    ["a vector of what is none", "/original.svg"],
    ["words for a cut", "/640.webp?rect=a,b,c,d"],
    ["an empty cut", "/640.webp?rect=0,0,0,0"],
    ["a cut of too many numbers", "/640.webp?rect=0,0,1,1,1"],
    ["a cut outside of the image", "/640.webp?rect=90000,90000,10,10"],
  ])("refuses %s", async (_what, file) => {
    expect((await get(photo + file)).status).toBe(404);
  });

  test.each([
    "/imagens/0000000000000000000000000000000000000000-10x10-webp/640.webp",
    "/imagens/sem-tamanho/640.webp",
    "/imagens/..%2F..%2Fdata-10x10-webp/640.webp",
    "/imagens/a@b.example-10x10-webp/640.webp",
  ])("refuses the unknown name of %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
