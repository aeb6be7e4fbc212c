import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { PageCard } from "../../content/page-card.ts";
import { drawPageCard, drawTitle } from "./draw-page-card.ts";

const card: PageCard = {
  title: "Fale Conosco",
  brandName: "Payser",
  serviceArea: "Todo o Brasil",
  picture: null,
};

/** Random noise is the image content that compresses worst. */
const noise = { width: 900, height: 700, channels: 3 } as const;
const noisy = await sharp(randomBytes(900 * 700 * 3), { raw: noise })
  .webp()
  .toBuffer();

test.each([
  ["a symbol", card, null],
  ["a picture that compresses badly", card, noisy],
  ["markup in its title", { ...card, title: "Tire <b>suas</b> dúvidas & <span" }, null],
  ["no service area", { ...card, serviceArea: "" }, null],
])("a card with %s is a JPEG of 1200x630 below 300 KB", async (_what, shown, picture) => {
  const bytes = await drawPageCard(shown, picture);
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  expect(bytes.byteLength).toBeLessThan(300 * 1024);
});

test("a picture is cut around the editor's focal point", async () => {
  const halves = await sharp({ create: { ...noise, background: "#ff0000" } })
    .composite([
      { input: { create: { ...noise, width: 450, background: "#0000ff" } }, left: 450, top: 0 },
    ])
    .png()
    .toBuffer();
  async function middleOf(x: number) {
    const focused = { ...card, picture: { asset: null, hotspot: { x, y: 0.5 } } };
    const bytes = await drawPageCard(focused, halves);
    // This area lies within the drawn image. It is red or blue, depending on the half that the crop shows.
    const area = { left: 1000, top: 300, width: 8, height: 8 };
    const { channels } = await sharp(await sharp(bytes).extract(area).toBuffer()).stats();
    return channels.map(({ mean }) => mean > 128);
  }
  expect(await middleOf(0)).toEqual([true, false, false]);
  expect(await middleOf(1)).toEqual([false, false, true]);
});

test.each([
  ["one short word", "Termos"],
  ["many words", "Política de privacidade e de tratamento de dados pessoais ".repeat(5)],
  ["a very long word", "Inconstitucional".repeat(5)],
  ["a name before a colon", "PAYSER Gestão: cobrança no automático, caixa à vista"],
])("a title with %s fits in its box", async (_what, title) => {
  const box = { width: 570, height: 330 };
  const { width, height } = await drawTitle(title, box, { text: "#ffffff", accent: "#86e0bd" });
  expect(width).toBeLessThanOrEqual(box.width);
  expect(height).toBeLessThanOrEqual(box.height);
});
