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

/** The colour (red, green, blue) of one pixel of what was derived, and its size. */
async function look(query: string, [left, top]: readonly [number, number]) {
  const response = await fetch(`${url}?${query}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (top * info.width + left) * info.channels;
  return { pixel: [...data.subarray(at, at + 3)], size: [info.width, info.height] };
}

describe("an image is changed", () => {
  const RED = [255, 0, 0];
  const BLUE = [0, 0, 255];

  test.each([
    ["by turning it", "or=90", [0, 0], RED, [200, 400]],
    ["by turning it", "or=90", [0, 399], BLUE, [200, 400]],
    ["by turning it back", "or=270", [0, 0], BLUE, [200, 400]],
    ["by turning what was cut out", "rect=0,0,100,50&or=90", [0, 0], RED, [50, 100]],
    ["by turning it before it is sized", "or=180&w=100", [0, 0], BLUE, [100, 50]],
    ["by mirroring it", "flip=h", [0, 0], BLUE, [400, 200]],
    ["by mirroring it upside down", "or=90&flip=v", [0, 0], BLUE, [200, 400]],
    ["by inverting it", "invert=true", [0, 0], [0, 255, 255], [400, 200]],
    ["by a frame", "pad=10&bg=00ff00", [9, 9], [0, 255, 0], [420, 220]],
    ["by a frame around what is sized", "w=100&pad=10&dpr=2&bg=00ff00", [20, 20], RED, [240, 140]],
    ["by a limit to its width", "max-w=100", [0, 0], RED, [100, 50]],
    ["by a limit to its height", "w=300&max-h=50", [0, 0], RED, [100, 50]],
    ["by no limit that it keeps", "max-w=900", [0, 0], RED, [400, 200]],
  ] as const)("%s: %s", async (_, query, place, pixel, size) => {
    expect(await look(query, place)).toEqual({ pixel, size });
  });

  test("in its saturation, down to grey", async () => {
    const { pixel } = await look("sat=-100", [0, 0]);
    expect(Math.max(...pixel) - Math.min(...pixel)).toBeLessThan(3);
  });

  test("into a blur, the more the farther", async () => {
    const [none, little, much] = await Promise.all(
      ["", "blur=20", "blur=400"].map(async (query) => (await look(query, [190, 100])).pixel[2]),
    );
    expect(none).toBe(0);
    expect(little).toBeLessThan(20);
    expect(much).toBeGreaterThan(60);
  });

  test("by sharpening what is soft", async () => {
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
