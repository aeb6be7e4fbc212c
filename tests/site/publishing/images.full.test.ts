// @module-tag full
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { runSite } from "../run-site.ts";

/** Maximum size of a preview image in bytes. Messengers do not show larger images. */
const PREVIEW_LIMIT = 300 * 1024;

interface Size {
  width: number;
  height: number;
}

const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
    .png()
    .toBuffer();

const site = runSite();
/** URL path of the home page's first image, without the file name. */
let photo: string;

beforeAll(async () => {
  const html = await (await fetch(site.stack.siteUrl)).text();
  photo = /"(\/imagens\/[^/"]+-webp)\//.exec(html)?.[1] ?? "";
});

const get = (path: string) => fetch(site.stack.siteUrl + path);

describe("the image route", () => {
  test("serves an image in a listed width as WebP with a permanent cache", async () => {
    const reply = await get(`${photo}/640.webp`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("image/webp");
    expect(reply.headers.get("cache-control")).toContain("immutable");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    const { format, width } = await sharp(await reply.arrayBuffer()).metadata();
    expect({ format, width }).toEqual({ format: "webp", width: 640 });
  });

  test("makes an image's preview a JPEG of 1200x630 below 300 KB", async () => {
    const reply = await get(`${photo}/previa.jpg`);
    const bytes = await reply.arrayBuffer();
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
    expect(bytes.byteLength).toBeLessThan(PREVIEW_LIMIT);
  });

  test("serves the crop that an editor chose, and no other", async () => {
    const reference = photo.replace("/imagens/", "image-");
    const page =
      '*[hero.image.asset._ref == $reference][0]{ _id, "size": hero.image.asset->metadata.dimensions }';
    const { _id, size } = await site.stack.visitor.fetch<{ _id: string; size: Size }>(page, {
      reference,
    });
    const rect = `0,0,${size.width / 2},${size.height / 4}`;
    expect((await get(`${photo}/320.webp?rect=${rect}`)).status).toBe(404);
    const crop = { _type: "sanity.imageCrop", left: 0, right: 0.5, top: 0, bottom: 0.75 };
    await site.stack.editor.patch(_id).set({ "hero.image.crop": crop }).commit();
    await expect.poll(async () => (await get(`${photo}/320.webp?rect=${rect}`)).status).toBe(200);
    const reply = await get(`${photo}/320.webp?rect=${rect}`);
    const { width, height } = await sharp(await reply.arrayBuffer()).metadata();
    expect({ width, height }).toEqual({
      width: 320,
      height: Math.round((320 * size.height) / size.width / 2),
    });
    expect((await get(`${photo}/320.webp?rect=1,${rect.slice(2)}`)).status).toBe(404);
  });

  test("requests no image that content does not show", async () => {
    const upload = await site.stack.editor.assets.upload("image", await onePixel());
    expect((await get(`/imagens/${upload._id.replace("image-", "")}/96.webp`)).status).toBe(404);
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

describe("the preview card of a page", () => {
  /** Returns the URL of the preview image in a page's tags. */
  async function cardOf(path: string): Promise<string> {
    const html = await (await get(path)).text();
    return /og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(html)?.[1] ?? "";
  }

  test.each(["/", "/payser-fianca", "/termos"])(
    "is a JPEG of 1200x630 below 300 KB with a permanent cache for %s",
    async (path) => {
      const address = await cardOf(path);
      expect(address).toMatch(/^\/imagens\/pagina(\/[\w-]+)?\.jpg\?versao=\w+$/);
      const reply = await get(address);
      expect(reply.headers.get("content-type")).toBe("image/jpeg");
      expect(reply.headers.get("cache-control")).toContain("immutable");
      const bytes = await reply.arrayBuffer();
      const { format, width, height } = await sharp(bytes).metadata();
      expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
      expect(bytes.byteLength).toBeLessThan(PREVIEW_LIMIT);
    },
  );

  test("shows its own title for any requested version", async () => {
    const [contact, terms] = await Promise.all(
      ["contato", "termos"].map((name) => get(`/imagens/pagina/${name}.jpg?versao=outra`)),
    );
    expect(contact?.headers.get("cache-control")).toBe("public, max-age=300");
    const asked = Buffer.from((await contact?.arrayBuffer()) ?? new ArrayBuffer());
    const own = Buffer.from(await (await get(await cardOf("/contato"))).arrayBuffer());
    expect(asked.equals(own)).toBe(true);
    expect(asked.equals(Buffer.from((await terms?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(
      false,
    );
  });

  test("has another address when an editor changes its texts", async () => {
    const before = await cardOf("/locadores");
    await site.stack.editor
      .patch("landlordsPage")
      .set({ "hero.title": "Para Proprietários" })
      .commit();
    await expect.poll(() => cardOf("/locadores")).not.toBe(before);
    expect((await get(await cardOf("/locadores"))).headers.get("cache-control")).toContain(
      "immutable",
    );
    expect((await get(before)).headers.get("cache-control")).toBe("public, max-age=300");
  });

  test("gives way to the image that an editor chose", async () => {
    const settings = '*[_id == "siteSettings"][0].defaultSeo.image';
    const image = await site.stack.visitor.fetch<Record<string, unknown>>(settings);
    await site.stack.editor
      .patch("termsPage")
      .set({ seo: { _type: "seo", image } })
      .commit();
    await expect.poll(() => cardOf("/termos")).toMatch(/^\/imagens\/[^/]+-jpg\/previa\.jpg$/);
  });

  test.each([
    "/imagens/pagina/pagina-que-nao-existe.jpg",
    "/imagens/pagina/area-cliente.jpg",
    "/imagens/pagina/admin/simulacoes.jpg",
    "/imagens/pagina/contato.png",
    "/imagens/pagina/.jpg",
    "/imagens/pagina//contato.jpg",
    "/imagens/pagina/..%2Fcontato.jpg",
  ])("is not drawn for %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
