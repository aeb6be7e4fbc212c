import { Buffer } from "node:buffer";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { RequestFailure } from "../http/request-failure.ts";
import { cleanDocument } from "./clean-document.ts";
import { judgeDocument } from "./judge-document.ts";
import {
  hostileSamples,
  jpegSample,
  pdfSample,
  photoSample,
  pngSample,
  secretsOfPhoto,
} from "./document-samples-for-tests.ts";
import { harmlessPdfs } from "./pdf-samples-for-tests.ts";

const pixels = (bytes: Uint8Array) => sharp(bytes).rotate().raw().toBuffer();

describe("a cleaned file", () => {
  it("keeps a photo's picture and orientation, without place, device or comment", async () => {
    const photo = await photoSample();
    for (const secret of secretsOfPhoto) expect(Buffer.from(photo).includes(secret)).toBe(true);
    const { bytes, type, extension } = cleanDocument(photo);
    expect([type, extension]).toEqual(["image/jpeg", "jpg"]);
    for (const secret of secretsOfPhoto) expect(Buffer.from(bytes).includes(secret)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, width: 48, height: 32 });
    expect(await pixels(bytes)).toEqual(await pixels(photo));
  });

  it.each([
    ["a JPEG", jpegSample],
    [
      "a JPEG in steps",
      async () =>
        new Uint8Array(
          await sharp(await jpegSample())
            .jpeg({ progressive: true })
            .toBuffer(),
        ),
    ],
    [
      "a JPEG for print",
      async () =>
        new Uint8Array(
          await sharp(await jpegSample())
            .toColourspace("cmyk")
            .jpeg()
            .toBuffer(),
        ),
    ],
    ["a PNG", pngSample],
    [
      "a PNG with a palette",
      async () =>
        new Uint8Array(
          await sharp(await pngSample())
            .png({ palette: true })
            .toBuffer(),
        ),
    ],
  ])("is every pixel of %s, and nothing behind its end", async (_, make) => {
    const image = await make();
    const longer = new Uint8Array(
      Buffer.concat([image, Buffer.from("<script>alert(1)</script>PK")]),
    );
    const { bytes } = cleanDocument(longer);
    expect(Buffer.from(bytes).includes("script")).toBe(false);
    expect(await pixels(bytes)).toEqual(await pixels(image));
    // Cleaning a file that is already clean does not change it.
    expect(cleanDocument(new Uint8Array(bytes)).bytes).toEqual(bytes);
  });

  it("is a PNG without its texts", async () => {
    const png = await sharp(await pngSample())
      .withExif({ IFD0: { Model: "Segredo" } })
      .png()
      .toBuffer();
    expect(png.includes("Segredo")).toBe(true);
    const { bytes } = cleanDocument(new Uint8Array(png));
    expect(Buffer.from(bytes).includes("Segredo")).toBe(false);
  });

  it.each([true, false])("is an unchanged PDF (object streams: %s)", async (packed) => {
    const pdf = await pdfSample((made) => made.setTitle("Extrato"), packed);
    expect(cleanDocument(pdf)).toEqual({
      bytes: pdf,
      type: "application/pdf",
      extension: "pdf",
    });
  });
});

it.each(harmlessPdfs())("$name is no reason to refuse a PDF", async ({ bytes }) => {
  expect(cleanDocument(bytes).bytes).toEqual(bytes);
});

const hostile = await hostileSamples();
it.each(hostile)("$name is refused, with the reason beside the field", async ({ bytes }) => {
  const refused = await judgeDocument(bytes).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RequestFailure);
  expect(refused).toMatchObject({ status: 422, details: { fields: { file: expect.any(String) } } });
});

it("says of a protected PDF that it is protected", async () => {
  const bytes = hostile.at(-1)?.bytes ?? new Uint8Array();
  expect(() => cleanDocument(bytes)).toThrow("protegido por senha");
});
