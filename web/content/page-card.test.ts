import { expect, test } from "vitest";
import { pageCard, pageCardUrl, pagePathOfCard, shortHash, versionOfCard } from "./page-card.ts";

const company = { brandName: "Payser", serviceArea: "Todo o Brasil" };
const image = { asset: { _ref: "image-abc-1200x900-webp" } };
const card = { title: "Fale Conosco", ...company, picture: image };

test("pageCard uses the hero, or else the page's title", () => {
  const hero = { title: "Fale Conosco", image };
  expect(pageCard({ title: "Contato", hero }, company)).toEqual(card);
  expect(pageCard({ title: "Termos", hero: null }, company)).toEqual({
    ...card,
    title: "Termos",
    picture: null,
  });
  expect(pageCard({}, company)).toBeNull();
});

test.each(["/", "/contato", "/area/sub"])("pagePathOfCard inverts pageCardUrl for %s", (path) => {
  const [address = "", version] = pageCardUrl(path, card).split("?");
  expect(pagePathOfCard(address)).toBe(path);
  expect(version).toBe(`versao=${versionOfCard(card)}`);
});

test("versionOfCard ignores the order of a crop's fields", () => {
  const crop = { top: 0.1, bottom: 0, left: 0.2, right: 0 };
  const written = { _type: "sanity.imageCrop", right: 0, left: 0.2, bottom: 0, top: 0.1 };
  const versionWith = (cut: typeof crop) =>
    versionOfCard({ ...card, picture: { ...image, crop: cut } });
  expect(versionWith(written)).toBe(versionWith(crop));
});

test.each([
  "/imagens/pagina/.jpg",
  "/imagens/paginas.jpg",
  "/imagens/pagina/a.png",
  "/contato.jpg",
])("%s is not the path of a card", (path) => expect(pagePathOfCard(path)).toBeNull());

test.each([
  ["title", { title: "Outro" }],
  ["brand", { brandName: "Outra" }],
  ["line", { serviceArea: "Paraná" }],
  ["picture", { picture: null }],
  ["crop", { picture: { ...image, crop: { top: 0.1, bottom: 0, left: 0, right: 0 } } }],
  ["focal point", { picture: { ...image, hotspot: { x: 0.1, y: 0.5 } } }],
])("versionOfCard changes with the %s", (_what, change) => {
  expect(versionOfCard({ ...card, ...change })).not.toBe(versionOfCard(card));
});

test("versionOfCard ignores content that is not drawn", () => {
  const described = { ...image, alt: "Uma casa", crop: null };
  expect(versionOfCard({ ...card, picture: described })).toBe(versionOfCard(card));
});

test("shortHash is FNV-1a and differs between similar texts", () => {
  // Test vectors that the authors of FNV-1a published.
  expect(shortHash("")).toBe((0x811c9dc5).toString(36));
  expect(shortHash("foobar")).toBe((0xbf9cf968).toString(36));
  expect(shortHash("Fiança")).not.toBe(shortHash("Fianca"));
});
