// @module-tag full
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { twoColourPicture } from "./two-colour-picture.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
let url = "";

beforeAll(async () => {
  const asset = await lake.editor.assets.upload("image", await twoColourPicture());
  url = asset.url;
});

/** Returns the colour (red, green, blue) of one pixel of a derived image, and the size of that image. */
async function look(query: string, [left, top]: readonly [number, number]) {
  const response = await fetch(`${url}?${query}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (top * info.width + left) * info.channels;
  return { pixel: [...data.subarray(at, at + 3)], size: [info.width, info.height] };
}

describe("the image options", () => {
  const RED = [255, 0, 0];
  const BLUE = [0, 0, 255];

  test.each([
    ["rotate", "or=90", [0, 0], RED, [200, 400]],
    ["rotate", "or=90", [0, 399], BLUE, [200, 400]],
    ["rotate counterclockwise", "or=270", [0, 0], BLUE, [200, 400]],
    ["rotate a cropped part", "rect=0,0,100,50&or=90", [0, 0], RED, [50, 100]],
    ["rotate before resizing", "or=180&w=100", [0, 0], BLUE, [100, 50]],
    ["mirror", "flip=h", [0, 0], BLUE, [400, 200]],
    ["mirror upside down", "or=90&flip=v", [0, 0], BLUE, [200, 400]],
    ["invert colours", "invert=true", [0, 0], [0, 255, 255], [400, 200]],
    ["add a frame", "pad=10&bg=00ff00", [9, 9], [0, 255, 0], [420, 220]],
    ["add a frame to a resized image", "w=100&pad=10&dpr=2&bg=00ff00", [20, 20], RED, [240, 140]],
    ["limit the width", "max-w=100", [0, 0], RED, [100, 50]],
    ["limit the height", "w=300&max-h=50", [0, 0], RED, [100, 50]],
    ["keep a size below the limit", "max-w=900", [0, 0], RED, [400, 200]],
  ] as const)("%s: %s", async (_, query, place, pixel, size) => {
    expect(await look(query, place)).toEqual({ pixel, size });
  });

  test("reduce saturation down to grey", async () => {
    const { pixel } = await look("sat=-100", [0, 0]);
    expect(Math.max(...pixel) - Math.min(...pixel)).toBeLessThan(3);
  });

  test("blur more strongly for higher values", async () => {
    const [none, little, much] = await Promise.all(
      ["", "blur=20", "blur=400"].map(async (query) => (await look(query, [190, 100])).pixel[2]),
    );
    expect(none).toBe(0);
    expect(little).toBeLessThan(20);
    expect(much).toBeGreaterThan(60);
  });

  test("sharpen a soft edge", async () => {
    const soft = await sharp(await twoColourPicture(40, 10, { left: "#606060", right: "#a0a0a0" }))
      .blur(2)
      .png()
      .toBuffer();
    const asset = await lake.editor.assets.upload("image", soft);
    const contrast = async (query: string) => {
      const response = await fetch(`${asset.url}?${query}`);
      const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
      return channels[0]?.stdev ?? 0;
    };
    expect(await contrast("sharp=100")).toBeGreaterThan(await contrast(""));
  });
});
