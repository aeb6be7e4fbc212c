import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createContentClient, type ContentTarget } from "../local/content-client.ts";
import { type ContentLake, startContentLake } from "../local/content-lake.ts";
import { migrateContent } from "../migrate-content.ts";
import { completeContent } from "./complete-content.ts";
import { formerDetails, formerHighlight, landlordTexts } from "./former-coverage.ts";
import { readSeedDocuments, seedDirectory } from "./seed-documents.ts";

const access = { projectId: "payser-seed", dataset: "production", token: "completion" };
const source = join(seedDirectory, "content.ndjson");

/** Folder with the imported seed. Each test copies the folder, because an import takes seconds. */
let seededDirectory: string | undefined;
let saidOfEmpty: string[];
let dataDirectory: string;
let lake: ContentLake;
let target: ContentTarget;
let client: SanityClient;
let said: string[];

const complete = () => completeContent({ target, source, say: (text) => said.push(text) });
const seeded = (id: string) => readSeedDocuments().find(({ _id }) => _id === id);
const whole = () => client.fetch<unknown[]>("*[!(_type match 'sanity.*')] | order(_id asc)");

/** Makes the imported seed look like older content: removes texts and documents, edits a title and adds a draft. */
async function makeFormerRelease() {
  await client
    .transaction()
    .delete("termsPage")
    .delete("faq-custo")
    .patch("partnersPage", {
      unset: ["form.fields.companyName", "form.submitLabel", "seo"],
      set: { "form.title": "Nas palavras do editor" },
    })
    .patch("simulationPage", { unset: ["form.fields.cpf.label", "form.fields.email.help"] })
    .patch("siteSettings", { unset: ["cnpj"] })
    .commit();
  const page = await client.getDocument("simulationPage");
  if (!page) throw new Error("The seed lacks the page");
  await client.create({ ...page, _id: "drafts.simulationPage" });
  said = [];
}

async function startLake() {
  dataDirectory = await mkdtemp(join(tmpdir(), "completion-"));
  if (seededDirectory) await cp(seededDirectory, dataDirectory, { recursive: true });
  lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  target = { ...access, url: lake.url };
  client = createContentClient(target);
  said = [];
}

beforeAll(async () => {
  await startLake();
  await complete();
  saidOfEmpty = said;
  await lake.close();
  seededDirectory = dataDirectory;
}, 60_000);
afterAll(() => rm(seededDirectory ?? "", { recursive: true, force: true }));

beforeEach(startLake);
afterEach(async () => {
  await lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("an empty dataset gets the whole seed and needs no migration", async () => {
  expect(saidOfEmpty).toEqual([]);
  const ids = readSeedDocuments().map(({ _id }) => _id);
  expect(await client.fetch("count(*[_id in $ids])", { ids })).toBe(ids.length);
  expect(await migrateContent(client, { dryRun: true })).toEqual([]);
});

test("content of the former release gets missing texts and documents", async () => {
  await makeFormerRelease();
  await complete();
  const partners = seeded("partnersPage");
  expect(await client.getDocument("partnersPage")).toMatchObject({
    form: { ...Object(partners?.["form"]), title: "Nas palavras do editor" },
  });
  const cpf = "form.fields.cpf.label";
  expect(await client.fetch(`*[_id match "*simulationPage"].${cpf}`)).toEqual(["CPF", "CPF"]);
  expect(await client.fetch("*[_id == 'termsPage'][0].clauses")).toEqual(
    seeded("termsPage")?.["clauses"],
  );
  expect(said).toEqual([
    "Conteúdo migrado (fill-required-texts): " +
      "drafts.simulationPage, partnersPage, simulationPage.",
    "Documentos que faltavam, criados com o conteúdo inicial: termsPage.",
  ]);
});

test("completion leaves out empty optional texts, deleted documents and facts only the company knows", async () => {
  await makeFormerRelease();
  await complete();
  expect(await client.getDocument("faq-custo")).toBeUndefined();
  const [partners, simulation, settings] = await client.getDocuments([
    "partnersPage",
    "simulationPage",
    "siteSettings",
  ]);
  expect(partners).not.toHaveProperty("seo");
  expect(simulation).not.toHaveProperty("form.fields.email.help");
  expect(settings).not.toHaveProperty("cnpj");
});

test("product buttons to the contact form get the product's name", async () => {
  const links = (section: string) =>
    client.fetch<object[]>(
      `*[_id == "product-pag-payser"][0].${section}.links[]{ place, "product": product._ref, href }`,
    );
  const link = { _type: "link", label: "Fale" };
  await client
    .transaction()
    .delete("content.migrations")
    .patch("product-pag-payser", {
      set: {
        "hero.links": [
          { ...link, _key: "a", href: "https://pedidos.example/contato" },
          { ...link, _key: "b", href: "/contato" },
        ],
      },
    })
    .commit();
  said = [];
  await complete();
  expect(await links("hero")).toEqual([
    { place: null, product: null, href: "https://pedidos.example/contato" },
    { place: "/contato", product: "product-pag-payser", href: null },
  ]);
  expect(said).toContain("Conteúdo migrado (2026-11-22-write-to-us): product-pag-payser.");
});

test("links of the former release become typed links, in drafts and redirects too", async () => {
  const products = "*[_type == 'product'] | order(_id)";
  const before = await client.fetch<object[]>(`${products}{ "links": hero.links[]{ ... } }`);
  const former = (href: string) => [{ _key: "a", _type: "link", label: "Link", href }];
  const text = {
    _key: "t",
    _type: "block",
    markDefs: [{ _key: "m", _type: "link", href: "/pag-payser#cobertura" }],
    children: [{ _key: "s", _type: "span", text: "Pag Payser", marks: ["m"] }],
  };
  await client
    .transaction()
    .delete("content.migrations")
    .create({ _id: "r1", _type: "redirect", from: "/maquininha", to: "/pag-payser" })
    .create({ _id: "r2", _type: "redirect", from: "/perdida", to: "/sumiu" })
    .create({ _id: "drafts.p", _type: "page", hero: { links: former("/sumiu?x=1") } })
    .patch("homePage", { set: { "hero.links": former("/privacidade") } })
    .patch("aboutPage", { insert: { before: "body[0]", items: [text] } })
    .commit();
  await complete();

  const product = { _type: "reference", _ref: "product-pag-payser" };
  const document = { kind: "document", document: product };
  expect(await client.getDocument("r1")).toMatchObject({ target: document });
  expect(await client.getDocument("r1")).not.toHaveProperty("to");
  const lost = { kind: "address", href: "/sumiu" };
  expect(await client.getDocument("r2")).toMatchObject({ target: lost });
  const kept = { _key: "a", _type: "link", label: "Link" };
  expect(await client.fetch("*[_id == 'drafts.p'][0].hero.links")).toEqual([
    { ...kept, kind: "address", href: "/sumiu?x=1" },
  ]);
  expect(await client.fetch("*[_id == 'homePage'][0].hero.links")).toEqual([
    { ...kept, kind: "place", place: "/privacidade" },
  ]);
  expect(await client.fetch("*[_id == 'aboutPage'][0].body[0].markDefs")).toEqual([
    { _key: "m", _type: "link", ...document, anchor: "cobertura" },
  ]);
  expect(await client.fetch(`${products}{ "links": hero.links[]{ ... } }`)).toEqual(before);
  expect(said).toEqual([
    "Conteúdo migrado (2026-11-23-choose-where-links-lead): " +
      "aboutPage, drafts.p, homePage, r1, r2.",
  ]);
});

test("a missing required text is filled in at every start", async () => {
  await makeFormerRelease();
  await complete();
  await client.patch("partnersPage").unset(["form.submitLabel"]).commit();
  said = [];
  await complete();
  expect(said).toEqual(["Conteúdo migrado (fill-required-texts): partnersPage."]);
  const before = await whole();
  said = [];
  await complete();
  expect(await whole()).toEqual(before);
  expect(said).toEqual([]);
});

test("a text that an editor removed from a draft stays removed", async () => {
  await makeFormerRelease();
  await complete();
  await client.patch("drafts.simulationPage").unset(["form.fields.cpf.label"]).commit();
  const before = await whole();
  await complete();
  expect(await whole()).toEqual(before);
});

test("a migration with a date is applied once", async () => {
  const folder = join(dataDirectory, "migrations");
  await mkdir(folder);
  await writeFile(
    join(folder, "2026-11-23-rename.ts"),
    `export default {
      title: "Outro nome",
      documentTypes: ["homePage"],
      migrate: {
        document: () => ({
          path: ["partnersTitle"], op: { type: "set", value: "Migrado" },
        }),
      },
    };`,
  );
  const title = () => client.fetch("*[_id == 'homePage'][0].partnersTitle");
  expect(await migrateContent(client, { folder })).toMatchObject([
    { id: "2026-11-23-rename", documents: ["homePage"] },
  ]);
  expect(await title()).toBe("Migrado");
  await client.patch("homePage").set({ partnersTitle: "Do editor" }).commit();
  expect(await migrateContent(client, { folder })).toEqual([]);
  expect(await title()).toBe("Do editor");
});

test("a dry run lists changes and writes nothing", async () => {
  await makeFormerRelease();
  const before = await whole();
  const pending = await migrateContent(client, { dryRun: true });
  expect(pending.filter(({ documents }) => documents.length > 0)).toEqual([
    {
      id: "fill-required-texts",
      title: "Textos obrigatórios que faltam, com os do conteúdo inicial",
      documents: ["drafts.simulationPage", "partnersPage", "simulationPage"],
    },
  ]);
  expect(await whole()).toEqual(before);
});

test("content without settings is completed, not replaced by the seed", async () => {
  await client.delete("siteSettings");
  await client.patch("homePage").set({ partnersTitle: "Do editor" }).commit();
  await complete();
  expect(await client.fetch("*[_id == 'homePage'][0].partnersTitle")).toBe("Do editor");
  expect(await client.getDocument("siteSettings")).toBeDefined();
});

test("former texts without unpaid rent are replaced unless an editor changed them", async () => {
  const changedIds = ["termsPage", "product-payser-fianca", "howItWorksPage", "landlordsPage"];
  const [tagline, ...others] = landlordTexts;
  const before = await client.getDocuments(changedIds);
  const paragraphs = formerDetails.map(({ key, text }) => ({
    _key: key,
    _type: "block",
    children: [{ _key: "a", _type: "span", text }],
  }));
  await client
    .transaction()
    .delete("content.migrations")
    .patch("termsPage", { unset: ['clauses[_key == "limite"].topic'] })
    .patch("product-payser-fianca", {
      unset: ["showsCoverage"],
      set: { highlight: formerHighlight },
    })
    .patch("howItWorksPage", { insert: { before: "details[0]", items: paragraphs } })
    .patch("landlordsPage", {
      set: {
        "hero.tagline": tagline?.former,
        'advantages.items[_key == "cuidado-com-o-imovel"].text': others[0]?.former,
        "seo.description": "Do editor",
      },
    })
    .commit();
  await complete();
  const after = await client.getDocuments(changedIds);
  const contentOf = (document: object | null) => ({ ...document, _rev: "", _updatedAt: "" });
  expect(after.slice(0, 3).map(contentOf)).toEqual(before.slice(0, 3).map(contentOf));
  expect(after[3]).toMatchObject({
    hero: { tagline: tagline?.text },
    seo: { description: "Do editor" },
  });
  expect(JSON.stringify(after[3])).toContain(others[0]?.text);
  expect(said).toEqual([
    "Conteúdo migrado (2026-11-22-tell-what-is-not-covered): " +
      "howItWorksPage, landlordsPage, product-payser-fianca, termsPage.",
  ]);
});

test("a failed completion is reported and does not throw", async () => {
  await client.delete("termsPage");
  const missing = join(dataDirectory, "no-such.ndjson");
  await completeContent({ target, source: missing, say: (text) => said.push(text) });
  expect(said).toEqual([expect.stringMatching(/^O conteúdo não pôde ser completado: /)]);
});

test("texts with the former time to claim get the one rule, and the terms a new version", async () => {
  const former = "O locador tem {{proofDays}} dias para enviar os documentos.";
  const span = { _key: "s", _type: "span", text: former, marks: [] };
  const body = [{ _key: "b", _type: "block", style: "normal", markDefs: [], children: [span] }];
  await client
    .transaction()
    .delete("content.migrations")
    .patch("termsPage", {
      set: {
        'clauses[_key == "comprovacao"].body': body,
        'clauses[_key == "objeto"].title': "Nas palavras do editor",
      },
    })
    .patch("coverage", { set: { "landlords.intro": former } })
    .patch("contractPage", {
      set: { "inspections.keysText": former },
      unset: ["inspections.untilText"],
    })
    .patch("mailTexts", { set: { "claimOpened.paragraphs": ["Até {{hearUntil}}."] } })
    .commit();
  await complete();
  const clause = "clauses[_key == 'comprovacao'][0].body[0].children[].text";
  const terms = await client.fetch<string[]>(`*[_id == 'termsPage'][0].${clause}`);
  expect(terms.join("")).toContain("{{claimTime}}");
  expect(await client.fetch("*[_id == 'termsPage'][0].clauses[_key == 'objeto'][0].title")).toBe(
    "Nas palavras do editor",
  );
  expect(await client.fetch("*[_id == 'coverage'][0].landlords.intro")).toContain("{{claimTime}}");
  const inspections = "*[_id == 'contractPage'][0].inspections{ keysText, untilText }";
  expect(await client.fetch(inspections)).toEqual({
    keysText: null,
    untilText: expect.stringContaining("{{counted}}"),
  });
  expect(
    await client.fetch<string[]>("*[_id == 'mailTexts'][0].claimOpened.paragraphs"),
  ).toHaveLength(4);
  const versions = await client.fetch<string[]>(
    "*[_type == 'legalVersion' && subject == 'termsPage'] | order(number).clauses[_key == 'comprovacao'][0].body[0].children[1].text",
  );
  expect(versions.at(-1)).toContain("nunca menos de 15 dias depois de o locador ser avisado");
});
