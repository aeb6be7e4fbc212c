import type { SanityDocument } from "sanity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { productTemplate } from "../schema/documents/product.ts";
import { singletons } from "../singletons.ts";
import { readContentShapes } from "./required-content.ts";
import { readSeedDocuments } from "./seed-documents.ts";
import { startWorkspace } from "./workspace-for-tests.ts";

let studio: Awaited<ReturnType<typeof startWorkspace>>;
let documents: SanityDocument[];

beforeAll(async () => {
  studio = await startWorkspace();
  const ids = readSeedDocuments().map(({ _id }) => _id);
  documents = await studio.client.fetch<SanityDocument[]>("*[_id in $ids]", { ids });
}, 60_000);

afterAll(() => studio.close());

async function violationsOf(document: SanityDocument): Promise<string[]> {
  const violations = await studio.validate(document);
  return violations.map(
    ({ level, place, message }) => `${level}: ${document._id}.${place}: ${message}`,
  );
}

function seeded(id: string): SanityDocument {
  const document = documents.find(({ _id }) => _id === id);
  if (!document) throw new Error(`${id} is not in the seed`);
  return document;
}

test("every document of the seed passes the rules of the schema", async () => {
  expect(documents).toHaveLength(readSeedDocuments().length);
  const violations: string[] = [];
  // Documents are validated one by one. If all were validated at once, Sanity would warn about slow rules.
  for (const document of documents) violations.push(...(await violationsOf(document)));
  expect(violations.filter((violation) => violation.startsWith("error"))).toEqual([]);
  // Matches the expected warnings: the invented CNPJ, and words that wording.test.ts checks.
  const accepted = /siteSettings\.cnpj|termo de seguro/;
  expect(violations.filter((violation) => !accepted.test(violation))).toEqual([]);
}, 60_000);

test("the rules refuse broken documents", async () => {
  const home = { ...seeded("homePage"), partnersTitle: "{{unknownToken}}" };
  expect(await violationsOf(home)).toEqual([expect.stringContaining("unknownToken")]);
  const partner = { ...seeded("partner-ipe-do-vale"), logo: { _type: "imageWithAlt" } };
  expect((await violationsOf(partner)).join()).toContain("error: partner-ipe-do-vale.logo");
  const feeEstimate = { minimumPercent: 12, maximumPercent: 8 };
  const rules = { ...seeded("businessRules"), feeEstimate };
  expect(await violationsOf(rules)).toEqual([expect.stringContaining("O mínimo não pode")]);
  const fees = { feePercent: 0, feeMinimum: -1 };
  const broken = await violationsOf({ ...seeded("businessRules"), ...fees });
  for (const name of Object.keys(fees)) {
    expect(broken).toContainEqual(expect.stringContaining(`error: businessRules.${name}`));
  }
  const exclusions = { title: "Fora", note: "Só.", items: [{ _key: "a", text: "Tributos" }] };
  const coverage = { ...seeded("coverage"), exclusions };
  expect(await violationsOf(coverage)).toEqual([expect.stringContaining("encargos não pagos")]);
  const reasons = (...texts: string[]) => ({
    ...seeded("staffTexts"),
    refusalReasons: texts.map((text, index) => ({
      _key: `reason${index}`,
      _type: "refusalReason",
      title: index === 0 ? "Sem renda" : "sem renda ",
      text,
    })),
  });
  expect(await violationsOf(reasons("Uma frase.", "Outra frase."))).toEqual([
    expect.stringContaining("Dois motivos têm o título “sem renda”"),
  ]);
  expect((await violationsOf(reasons("a".repeat(500)))).join()).not.toContain("error");
  expect((await violationsOf(reasons("a".repeat(501)))).join()).toContain("error: staffTexts");
  expect((await violationsOf(reasons())).join()).toContain("error: staffTexts.refusalReasons");
  const untold = { ...seeded("coverage"), clauseLabel: "{{desconhecido}}" };
  expect(await violationsOf(untold)).toEqual([expect.stringContaining("desconhecido")]);
});

test.each<[what: string, changes: object, message: string | undefined]>([
  ["without a key", { key: undefined, payeeName: undefined }, undefined],
  ["with a random key", { key: "71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d" }, undefined],
  ["with a broken CPF", { key: "123.456.789-00" }, "Esta chave não existe"],
  ["with a landline", { key: "(44) 3333-4444" }, "Esta chave não existe"],
  ["with a long name", { payeeName: "PAYSER GARANTIAS LOCATICIAS" }, "Use até 25 caracteres"],
  ["with accents", { payeeCity: "Maringá" }, "Use letras sem acento"],
  ["with a key alone", { payeeName: undefined }, "preencha também nome, cidade e aviso"],
])(
  "settings refuse an unpayable Pix and accept a payable one: %s",
  async (_what, changes, message) => {
    const settings = seeded("siteSettings");
    const { pix } = z.object({ pix: z.record(z.string(), z.unknown()) }).parse(settings);
    const violations = await violationsOf({ ...settings, pix: { ...pix, ...changes } });
    const errors = violations.filter((violation) => violation.startsWith("error"));
    expect(errors).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  },
);

test("Sanity's own rules answer in plain words", async () => {
  const settings = { ...seeded("siteSettings"), email: "contato", liveUpdateLabel: 7 };
  const violations = await violationsOf(settings);
  expect(violations).toContainEqual(expect.stringContaining("Escreva um e-mail completo"));
  expect(violations).toContainEqual(expect.stringContaining("apague e preencha de novo"));
});

test("a new product has every section and is valid once its brackets are replaced", async () => {
  const named = { name: "Payser Link", menuLabel: "Payser Link", slug: { current: "payser-link" } };
  const fresh: SanityDocument = { ...seeded("navigation"), ...productTemplate, ...named };
  const document = { ...fresh, _id: "product-new", _type: "product" };
  const violations = await violationsOf(document);
  expect(violations.filter((violation) => !violation.includes("pelo texto de verdade"))).toEqual(
    [],
  );
  const left = JSON.stringify(document).match(/"[^"]*\[[^[\]"]+\][^"]*"/g) ?? [];
  expect(violations.length).toBeGreaterThanOrEqual(left.length - 2);
  const filled = z
    .custom<SanityDocument>()
    .parse(JSON.parse(JSON.stringify(document).replaceAll(/\[([^[\]{}"]+)\]/g, "$1")));
  expect(await violationsOf(filled)).toEqual([]);
});

test.each<[what: string, link: object, message: string | undefined]>([
  ["a product", { kind: "document", document: linked("product-pag-payser") }, undefined],
  ["no document", { kind: "document" }, "error: Obrigatório"],
  ["a missing document", { kind: "document", document: linked("product-x") }, "error: "],
  ["a clause", { kind: "place", place: "/termos", anchor: "clausula-foro" }, undefined],
  ["a clause that is gone", { kind: "place", place: "/termos", anchor: "x" }, "warning: A página"],
  ["no place", { kind: "place" }, "error: Escolha um dos lugares"],
  ["a place that is gone", { kind: "place", place: "/gone" }, "error: Escolha um dos lugares"],
  ["an e-mail", { kind: "address", href: "mailto:a@payser.example" }, undefined],
  ["a path", { kind: "address", href: "/nao-existe" }, "error: Nada do site responde em /nao"],
  ["nothing", {}, "error: Obrigatório"],
])("a link is valid only with a target: %s", async (_what, link, message) => {
  const items = [{ _key: "a", _type: "link", label: "Link", ...link }];
  const [violation, ...others] = await violationsOf({ ...seeded("navigation"), items });
  expect(others).toEqual([]);
  expect(violation?.replace(/navigation\.\S*?: /, "")).toEqual(
    message === undefined ? undefined : expect.stringContaining(message),
  );
});

test("a redirect may lead only to a page of the site", async () => {
  const redirect = (target: object): SanityDocument => ({
    ...seeded("navigation"),
    _id: "old-path",
    _type: "redirect",
    from: "/antiga",
    permanent: true,
    target,
  });
  const product = { kind: "document", document: linked("product-pag-payser") };
  const broken = { kind: "address", href: "/sumiu" };
  expect((await violationsOf(redirect(product))).join()).not.toContain("target");
  expect((await violationsOf(redirect(broken))).join()).toContain("Escolha uma das opções");
});

function linked(id: string) {
  return { _type: "reference", _ref: id };
}

test("every field of the seed is in the form of its document", () => {
  const known = new Map(
    readContentShapes().map(({ name, attributes }) => [name, attributes ?? {}]),
  );
  for (const { _id, _type, ...fields } of readSeedDocuments()) {
    const unknown = Object.keys(fields).filter((name) => !(name in (known.get(_type) ?? {})));
    expect({ _id, unknown }).toEqual({ _id, unknown: [] });
  }
});

test("every singleton of the seed has its type as id, and only the privacy policy is a draft", () => {
  const expected = singletons.map(({ id }) => id.replace(/^privacy/, "drafts.privacy")).toSorted();
  const present = documents
    .filter(({ _id, _type }) => _id.replace("drafts.", "") === _type)
    .map(({ _id }) => _id);
  expect(present.toSorted()).toEqual(expected);
});

test("products, partners and questions are complete and keep their order", () => {
  const inFile = readSeedDocuments();
  for (const [type, count] of Object.entries({ product: 5, partner: 4, faqItem: 6 })) {
    const items = inFile.filter(({ _type }) => _type === type);
    const ranks = items.map((item) => String(item["orderRank"]));
    expect(new Set(ranks).size).toBe(count);
    expect(ranks).toEqual(ranks.toSorted());
    // @sanity/orderable-document-list reads and writes ranks in this format.
    for (const rank of ranks) expect(rank).toMatch(/^0\|[0-9a-z]{6}:$/);
  }
});
