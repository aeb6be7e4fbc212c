// @module-tag full
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContentLake } from "../../studio/local/content-lake.ts";
import { twoColourPicture } from "./two-colour-picture.ts";
import {
  createTestClient,
  refusalOf,
  startTestLake,
  temporaryDirectory,
  TOKEN,
} from "./test-lake.ts";

let lake: ContentLake;
let directory: string;
let url: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  lake = await startTestLake(directory);
  const asset = await createTestClient(lake.url, TOKEN).assets.upload(
    "image",
    await twoColourPicture(),
    {
      filename: "duas-cores.png",
      title: "Duas cores",
    },
  );
  url = asset.url;
});

afterAll(async () => {
  await lake.close();
  await rm(directory, { recursive: true, force: true });
});

async function derive(query: string, accept = "image/*") {
  const response = await fetch(`${url}?${query}`, { headers: { accept } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, metadata: await sharp(bytes).metadata() };
}

/** Returns the colour at the top left of a derived image. The left half of the original is red, the right half blue. */
async function colour(query: string): Promise<"red" | "blue"> {
  const { bytes } = await derive(query);
  const [red, , blue] = await sharp(bytes).removeAlpha().raw().toBuffer();
  return (red ?? 0) > (blue ?? 0) ? "red" : "blue";
}

describe("an uploaded image", () => {
  test("yields an asset document like hosted Sanity's", async () => {
    const asset = await createTestClient(lake.url).fetch('*[_type == "sanity.imageAsset"][0]');
    expect(asset).toMatchObject({
      _id: `image-${asset.sha1hash}-400x200-png`,
      assetId: asset.sha1hash,
      extension: "png",
      mimeType: "image/png",
      originalFilename: "duas-cores.png",
      title: "Duas cores",
      path: `images/payser-local/production/${asset.sha1hash}-400x200.png`,
      url: `${lake.url}/${asset.path}`,
      metadata: {
        dimensions: { width: 400, height: 200, aspectRatio: 2 },
        isOpaque: true,
        lqip: expect.stringMatching(/^data:image\/png;base64,/),
        blurHash: expect.stringMatching(/^[\w#$%*+,.:;=?@[\]^{|}~-]{28}$/),
        palette: {
          _type: "sanity.imagePalette",
          dominant: { _type: "sanity.imagePaletteSwatch", population: 50, foreground: "#fff" },
          vibrant: { background: expect.stringMatching(/^#(f[ef]0[01]0[01]|0[01]0[01]f[ef])$/) },
        },
      },
    });
  });

  test("yields the same document for the same bytes", async () => {
    const again = await createTestClient(lake.url, TOKEN).assets.upload(
      "image",
      await twoColourPicture(),
    );
    expect(again.url).toBe(url);
    expect(await createTestClient(lake.url).fetch('count(*[_type == "sanity.imageAsset"])')).toBe(
      1,
    );
  });

  test.each([
    ["text", Buffer.from("not an image"), 415],
    ["nothing", Buffer.alloc(0), 400],
    ["more than 32 MB", Buffer.alloc(33 * 1024 * 1024), 413],
  ])("made of %s is refused", async (_, body, status) => {
    const response = await fetch(`${lake.url}/v2025-02-19/assets/images/production`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: new Uint8Array(body),
    });
    expect(response.status).toBe(status);
  });

  test("is accepted only from an editor", async () => {
    const refused = createTestClient(lake.url).assets.upload("image", await twoColourPicture(8, 8));
    expect(await refusalOf(refused)).toMatchObject({ status: 401 });
  });
});

describe("an image", () => {
  test("comes byte for byte when no option is given", async () => {
    const { response, bytes } = await derive("");
    expect(bytes.equals(await twoColourPicture())).toBe(true);
    expect(response.headers.get("cache-control")).toContain("immutable");
  });

  test.each([
    ["w=100", 100, 50],
    ["h=50", 100, 50],
    ["w=100&h=100", 100, 50],
    ["w=100&dpr=2", 200, 100],
    ["w=800&fit=max", 400, 200],
    ["w=800", 800, 400],
    ["w=100&h=100&fit=crop", 100, 100],
    ["w=100&h=100&fit=fill&bg=ffffff", 100, 100],
    ["w=100&h=100&fit=scale", 100, 100],
    ["rect=0,0,100,200", 100, 200],
  ])("requested with %s is %i by %i", async (query, width, height) => {
    const { metadata } = await derive(query);
    expect(metadata).toMatchObject({ width, height });
  });

  test.each([
    ["fm=webp", "webp"],
    ["fm=jpg&q=40", "jpeg"],
    ["fm=avif&w=64", "heif"],
    ["fm=png&w=64", "png"],
  ])("requested with %s is %s", async (query, format) => {
    expect((await derive(query)).metadata.format).toBe(format);
  });

  test("is not enlarged beyond the limit when it is a thin strip", async () => {
    const strip = await createTestClient(lake.url, TOKEN).assets.upload(
      "image",
      await twoColourPicture(4, 400),
    );
    const response = await fetch(`${strip.url}?w=4096`);
    const { height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(height).toBe(4096);
  });

  test("requested with auto=format is WebP for clients that accept it", async () => {
    const modern = await derive("w=64&auto=format", "image/webp,*/*");
    expect(modern.response.headers.get("content-type")).toBe("image/webp");
    expect(modern.response.headers.get("vary")).toContain("accept");
    const old = await derive("w=64&auto=format", "image/png");
    expect(old.response.headers.get("content-type")).toBe("image/png");
  });

  test("is cropped around the requested rectangle and focal point", async () => {
    expect(await colour("rect=0,0,100,100&w=10")).toBe("red");
    expect(await colour("rect=300,0,100,100&w=10")).toBe("blue");
    const focal = "w=50&h=100&fit=crop&crop=focalpoint&fp-y=0.5";
    expect(await colour(`${focal}&fp-x=0.1`)).toBe("red");
    expect(await colour(`${focal}&fp-x=0.9`)).toBe("blue");
  });

  test("is derived once and then read from the disk", async () => {
    await derive("w=37");
    const before = await readdir(join(directory, "image-cache"));
    await Promise.all([derive("w=38"), derive("w=38"), derive("w=37")]);
    const after = await readdir(join(directory, "image-cache"));
    expect(after.length).toBe(before.length + 1);
  });

  test.each([
    ["w=0", 400],
    ["w=99999", 400],
    ["w=abc", 400],
    ["w=2000&dpr=3", 400],
    ["q=101", 400],
    ["fm=exe", 400],
    ["rect=0,0,9000,9000", 400],
    ["blur=2001", 400],
    ["or=45", 400],
    ["max-w=5000", 400],
    ["w=4000&pad=100", 400],
    ["trim=auto", 501],
  ])("requested with %s is refused", async (query, status) => {
    const response = await fetch(`${url}?${query}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty("error.description");
  });

  test.each([
    "0000000000000000000000000000000000000000-1x1.png",
    "content.sqlite",
    "..%2Fcontent.sqlite",
    "%2e%2e%2fcontent.sqlite",
  ])("requested under the unknown name %s is a 404", async (name) => {
    const response = await fetch(`${lake.url}/images/payser-local/production/${name}`);
    expect(response.status).toBe(404);
  });

  test("cannot run scripts when it is an SVG", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>1</script></svg>';
    const asset = await createTestClient(lake.url, TOKEN).assets.upload("image", Buffer.from(svg));
    const response = await fetch(asset.url);
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
  });
});

test("an image is saved under the requested name", async () => {
  const response = await fetch(`${url}?w=10&dl=capa.png`);
  expect(response.headers.get("content-disposition")).toContain("capa.png");
});

test("asset URLs follow the lake to another port", async () => {
  await createTestClient(lake.url, TOKEN).assets.upload("file", Buffer.from("%PDF-1.7"));
  await lake.close();
  lake = await startTestLake(directory);
  const moved = await createTestClient(lake.url).fetch('*[_type == "sanity.imageAsset"][0].url');
  expect(moved.startsWith(lake.url)).toBe(true);
  const file = await createTestClient(lake.url).fetch('*[_type == "sanity.fileAsset"][0].url');
  expect((await fetch(file)).status).toBe(200);
  expect((await fetch(moved)).status).toBe(200);
  url = moved;
});
