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
  const answerCard = createPageCards({ get: () => Promise.resolve(page) }, (asset, file) => {
    asked.push(`${asset}/${file}`);
    const [answer = new Response(picture)] = answers.splice(0, 1);
    return Promise.resolve(answer);
  });
  return { answerCard, asked };
}

test("a card without its picture shows the symbol until the picture is available", async () => {
  const page = pageOf({ hero: { title: "Quem Somos", image } });
  const { answerCard, asked } = cardsOf(page, [new Response("", { status: 502 })]);
  const first = await answerCard("/quem-somos", undefined);
  const without = Buffer.from(await first.arrayBuffer());
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  await expect
    .poll(async () => {
      const next = await answerCard("/quem-somos", undefined);
      return Buffer.from(await next.arrayBuffer()).equals(without);
    })
    .toBe(false);
  expect(asked).toEqual(["abc-1600x1200-webp/960.webp", "abc-1600x1200-webp/960.webp"]);
});

test("a card is immutable only in its current version and with its picture", async () => {
  const content = { title: "Quem Somos", picture: image };
  const version = versionOfCard({ ...content, brandName: "Payser", serviceArea: "Todo o Brasil" });
  const page = pageOf({ hero: { title: "Quem Somos", image } });
  const { answerCard } = cardsOf(page, [new Response("", { status: 502 })]);
  const keptFor = async (asked: string | undefined) =>
    (await answerCard("/quem-somos", asked)).headers.get("cache-control");
  expect(await keptFor(version)).toBe("public, max-age=300");
  await expect.poll(() => keptFor(version)).toBe("public, max-age=31536000, immutable");
  expect(await keptFor("outra")).toBe("public, max-age=300");
  expect(await keptFor(undefined)).toBe("public, max-age=300");
});

test("simultaneous requests for a card share one drawing", async () => {
  const { answerCard, asked } = cardsOf(pageOf({ hero: { title: "Quem Somos", image } }), []);
  await Promise.all(Array.from({ length: 20 }, () => answerCard("/quem-somos", "outra")));
  expect(asked).toHaveLength(1);
});

test.each([
  ["that is not there", "/nada", pageOf({ title: "404" }, 404)],
  ["that is private", "/contrato", pageOf({ title: "Meu Contrato" })],
  ["without a title", "/vazia", pageOf({})],
])("a page %s has no card", async (_what, path, page) => {
  expect((await cardsOf(page, []).answerCard(path, undefined)).status).toBe(404);
});
