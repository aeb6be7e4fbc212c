import { expect, test } from "vitest";
import sharp from "sharp";
import { versionOfCard } from "../../content/page-card.ts";
import { encodeBody } from "../http/encoded-body.ts";
import { createPageCards } from "./page-cards.ts";
import type { CachedPage } from "../cache/page-cache.ts";

const picture = await sharp({ create: { width: 960, height: 720, channels: 3, background: "red" } })
  .webp()
  .toBuffer();
const layout = { settings: { brandName: "Payser", serviceArea: "Todo o Brasil" } };
const image = { asset: { _ref: "image-abc-1600x1200-webp" }, alt: "Casa", crop: null };

function pageOf(content: object, status = 200): CachedPage {
  const state = { version: "v", loaderData: { layout, about: content } };
  const data = encodeBody(JSON.stringify(state));
  return {
    status,
    version: "v",
    location: undefined,
    styleHash: "",
    html: data,
    data,
    tags: [],
    fresh: true,
  };
}

function cardsOf(page: CachedPage, answers: Response[]) {
  const asked: string[] = [];
  const cards = createPageCards(
    { get: () => Promise.resolve(page) },
    {
      respond(asset, file) {
        asked.push(`${asset}/${file}`);
        const [answer = new Response(picture)] = answers.splice(0, 1);
        return Promise.resolve(answer);
      },
    },
  );
  return { cards, asked };
}

test("a card whose picture fails shows the symbol for now, and the picture once it is there", async () => {
  const page = pageOf({ hero: { title: "Quem Somos", image } });
  const { cards, asked } = cardsOf(page, [new Response("", { status: 502 })]);
  const first = await cards.respond("/quem-somos", undefined);
  const without = Buffer.from(await first.arrayBuffer());
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  await expect
    .poll(async () => {
      const next = await cards.respond("/quem-somos", undefined);
      return Buffer.from(await next.arrayBuffer()).equals(without);
    })
    .toBe(false);
  expect(asked).toEqual(["abc-1600x1200-webp/960.webp", "abc-1600x1200-webp/960.webp"]);
});

test("a card is kept for good in its own version and with its picture, and for minutes without", async () => {
  const content = { title: "Quem Somos", picture: image };
  const version = versionOfCard({ ...content, brandName: "Payser", serviceArea: "Todo o Brasil" });
  const page = pageOf({ hero: { title: "Quem Somos", image } });
  const { cards } = cardsOf(page, [new Response("", { status: 502 })]);
  const keptFor = async (asked: string | undefined) =>
    (await cards.respond("/quem-somos", asked)).headers.get("cache-control");
  expect(await keptFor(version)).toBe("public, max-age=300");
  await expect.poll(() => keptFor(version)).toBe("public, max-age=31536000, immutable");
  expect(await keptFor("outra")).toBe("public, max-age=300");
  expect(await keptFor(undefined)).toBe("public, max-age=300");
});

test("many who ask at once get one drawing", async () => {
  const { cards, asked } = cardsOf(pageOf({ hero: { title: "Quem Somos", image } }), []);
  await Promise.all(Array.from({ length: 20 }, () => cards.respond("/quem-somos", "outra")));
  expect(asked).toHaveLength(1);
});

test.each([
  ["that is not there", "/nada", pageOf({ title: "404" }, 404)],
  ["that is private", "/contrato", pageOf({ title: "Meu Contrato" })],
  ["without a title", "/vazia", pageOf({})],
])("a page %s has no card", async (_what, path, page) => {
  expect((await cardsOf(page, []).cards.respond(path, undefined)).status).toBe(404);
});
