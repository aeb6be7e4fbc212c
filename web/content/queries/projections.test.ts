import { evaluate, parse } from "groq-js";
import { expect, test } from "vitest";
import { linkProjection, richTextProjection } from "./projections.ts";

const product = { _type: "reference", _ref: "product" };
const documents = [
  { _id: "product", _type: "product", slug: { current: "pag-payser" } },
  { _id: "page", _type: "page", path: "/ajuda" },
];

async function run(query: string, value: unknown): Promise<unknown> {
  const dataset = [{ _id: "holder", _type: "holder", value }, ...documents];
  const tree = parse(`*[_id == "holder"][0]{ "result": value[] ${query} }.result`);
  return (await evaluate(tree, { dataset })).get();
}

test.each<[href: string, link: object]>([
  ["/pag-payser", { kind: "document", document: product }],
  ["/ajuda#fim", { kind: "document", document: { _ref: "page" }, anchor: "fim" }],
  ["/contato?produto=pag-payser", { kind: "place", place: "/contato", product }],
  ["/contato", { kind: "place", place: "/contato", product: { _ref: "gone" } }],
  ["/termos#clausula-foro", { kind: "place", place: "/termos", anchor: "clausula-foro" }],
  ["mailto:a@payser.example", { kind: "address", href: "mailto:a@payser.example" }],
  ["https://wa.me/5544999998888", { kind: "whatsapp", href: "https://wa.me/5544999998888" }],
  // Link as a former release of the site stored it.
  ["/simular", { href: "/simular" }],
  // A link whose target does not exist leads to the home page.
  ["/", { kind: "document", document: { _ref: "gone" } }],
])("%s is the address of a button and of a link in a text", async (href, link) => {
  const button = { _key: "a", _type: "link", label: "Veja", ...link };
  expect(await run(linkProjection, [button])).toEqual([{ _key: "a", label: "Veja", href }]);
  const text = { _type: "block", markDefs: [{ _key: "m", _type: "link", ...link }] };
  expect(await run(richTextProjection, [text])).toEqual([
    { _type: "block", markDefs: [{ _key: "m", _type: "link", href }] },
  ]);
});
