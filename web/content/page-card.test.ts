import { expect, test } from "vitest";
import { pageCard, pageCardUrl, pagePathOfCard, shortHash, versionOfCard } from "./page-card.ts";

const company = { brandName: "Payser", serviceArea: "Todo o Brasil" };
const image = { asset: { _ref: "image-abc-1200x900-webp" } };
const card = { title: "Fale Conosco", ...company, picture: image };

test("a card shows the opening of its page, or the page's title", () => {
  const hero = { title: "Fale Conosco", image };
  expect(pageCard({ title: "Contato", hero }, company)).toEqual(card);
  expect(pageCard({ title: "Termos", hero: null }, company)).toEqual({
    ...card,
    title: "Termos",
    picture: null,
  });
  expect(pageCard({}, company)).toBeNull();
});

test.each(["/", "/contato", "/area/sub"])("the address of the card of %s leads back", (path) => {
  const [address = "", version] = pageCardUrl(path, card).split("?");
  expect(pagePathOfCard(address)).toBe(path);
  expect(version).toBe(`versao=${versionOfCard(card)}`);
});

test("a card has one version, however a document writes its picture", () => {
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
])("%s is no card", (path) => expect(pagePathOfCard(path)).toBeNull());

test.each([
  ["title", { title: "Outro" }],
  ["brand", { brandName: "Outra" }],
  ["line", { serviceArea: "Paraná" }],
  ["picture", { picture: null }],
  ["crop", { picture: { ...image, crop: { top: 0.1, bottom: 0, left: 0, right: 0 } } }],
  ["focal point", { picture: { ...image, hotspot: { x: 0.1, y: 0.5 } } }],
])("another %s makes another version", (_what, change) => {
  expect(versionOfCard({ ...card, ...change })).not.toBe(versionOfCard(card));
});

test("what is not shown makes no other version", () => {
  const described = { ...image, alt: "Uma casa", crop: null };
  expect(versionOfCard({ ...card, picture: described })).toBe(versionOfCard(card));
});

test("a text has one name, and another text another", () => {
  // The published vectors of FNV-1a.
  expect(shortHash("")).toBe((0x811c9dc5).toString(36));
  expect(shortHash("foobar")).toBe((0xbf9cf968).toString(36));
  expect(shortHash("Fiança")).not.toBe(shortHash("Fianca"));
});
