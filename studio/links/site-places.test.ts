import { expect, test } from "vitest";
import { linkOfAddress } from "./site-places.ts";

const byPath = new Map([
  ["/pag-payser", "product-pag-payser"],
  ["/privacidade", "privacy"],
]);
const pagPayser = { _type: "reference", _ref: "product-pag-payser" };

test.each<[address: string, link: object]>([
  ["/", { kind: "place", place: "/" }],
  ["/noticias", { kind: "place", place: "/noticias" }],
  ["/termos#clausula-foro", { kind: "place", place: "/termos", anchor: "clausula-foro" }],
  ["/pag-payser", { kind: "document", document: pagPayser }],
  ["/pag-payser#cobertura", { kind: "document", document: pagPayser, anchor: "cobertura" }],
  ["/privacidade", { kind: "document", document: { _type: "reference", _ref: "privacy" } }],
  [
    "/contato?produto=pag-payser",
    { kind: "place", place: "/contato", product: { ...pagPayser, _weak: true } },
  ],
  ["https://wa.me/5544999998888?text=Oi", { kind: "whatsapp" }],
  ["https://wa.me/5544999998888", { kind: "whatsapp" }],
  ["https://wa.me/message/ABC", { kind: "address" }],
  ["mailto:contato@payser.example", { kind: "address" }],
  ["tel:+5544999998888", { kind: "address" }],
])("linkOfAddress turns %s into a typed link", (address, link) => {
  const kept = "kind" in link && ["whatsapp", "address"].includes(String(link.kind));
  expect(linkOfAddress(address, byPath)).toEqual(kept ? { ...link, href: address } : link);
});

test.each([
  "/sumiu",
  "/contato?produto=sumiu",
  "/pag-payser?utm_source=x",
  "/simular?valor=1500",
  "simular",
  "",
])("linkOfAddress keeps the unknown address “%s”", (address) => {
  expect(linkOfAddress(address, byPath)).toEqual({ kind: "address", href: address });
});
