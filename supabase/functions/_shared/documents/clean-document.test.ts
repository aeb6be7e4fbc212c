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
import { bytesOf, harmlessPdfs } from "./pdf-samples-for-tests.ts";

const noiseOf = (sigma: number) => ({ type: "gaussian" as const, mean: 128, sigma });
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

it.each([
  ["a byte order mark", "\xef\xbb\xbf"],
  ["blank lines", "\r\n\n \t\0"],
  ["a byte order mark and a blank line", "\xef\xbb\xbf\n"],
])("a PDF is stored without %s before its beginning", async (_what, lead) => {
  const pdf = await pdfSample();
  expect(cleanDocument(bytesOf(lead, pdf)).bytes).toEqual(pdf);
});

it("a PDF after more than 1 kB of blank lines is refused", async () => {
  const bytes = bytesOf("\n".repeat(1025), await pdfSample());
  expect(() => cleanDocument(bytes)).toThrow("PDF, JPG ou PNG");
});

it.each(["heic", "heix", "mif1", "msf1"])("a %s photo says how to send another one", (kind) => {
  const bytes = bytesOf(`\0\0\0\x18ftyp${kind}\0\0\0\0mif1heic`, new Uint8Array(500));
  expect(() => cleanDocument(bytes)).toThrow(/HEIC.*Ajustes > Câmera > Formatos.*captura de tela/);
});

describe("a JPEG without its end", () => {
  const noise = sharp({
    create: { width: 640, height: 480, channels: 3, background: "#777", noise: noiseOf(40) },
  });
  const encodings = {
    "from a camera": noise.clone().jpeg(),
    "in grey": noise.clone().greyscale().jpeg(),
    "for print": noise.clone().toColourspace("cmyk").jpeg(),
    "without subsampling": noise.clone().jpeg({ chromaSubsampling: "4:4:4" }),
    "in steps": noise.clone().jpeg({ progressive: true }),
  };
  const rows = 480 - 32;
  const top = (bytes: Uint8Array) =>
    sharp(bytes, { failOn: "none" })
      .extract({ left: 0, top: 0, width: 640, height: rows })
      .raw()
      .toBuffer();

  it.each(Object.entries(encodings))("is stored with an end (%s)", async (_which, encoding) => {
    const whole = new Uint8Array(await encoding.toBuffer());
    for (const missing of [1, 2, 3, 100]) {
      const { bytes, type } = cleanDocument(whole.slice(0, -missing));
      expect(type).toBe("image/jpeg");
      expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9]);
      if (missing < 3) expect(await top(bytes)).toEqual(await top(whole));
    }
  });

  it.each(Object.entries(encodings).slice(0, 4))(
    "is refused when a tenth is missing (%s)",
    async (_which, encoding) => {
      const whole = new Uint8Array(await encoding.toBuffer());
      const cut = whole.slice(0, Math.floor(whole.length * 0.9));
      expect(() => cleanDocument(cut)).toThrow("Não conseguimos abrir a imagem");
    },
  );
});
