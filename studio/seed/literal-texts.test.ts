import { expect, test } from "vitest";
import { z } from "zod";
import { leadsTo, readLink } from "../links/read-link.ts";
import { fixedPaths, homeFallbackPaths } from "../public-paths.ts";
import { listStrings } from "./placeholders.ts";
import { fillTokens, listCopy, readSeedDocuments } from "./seed-documents.ts";

const documents = readSeedDocuments();
const fill = fillTokens(documents);
const slugSchema = z.object({ slug: z.object({ current: z.string() }) });

function textsOf(documentId: string): string[] {
  const document = documents.find(({ _id }) => _id === documentId);
  if (!document) throw new Error(`${documentId} is not in the seed`);
  return listStrings(document).map(({ text }) => fill(text));
}

/** Texts the specification gives word for word: section, document, texts. */
const literalTexts: [section: string, documentId: string, texts: string[]][] = [
  ["1, product lines", "product-pag-payser", ["Pag Payser"]],
  ["1, product lines", "product-payser-card", ["Payser Card"]],
  ["1, product lines", "product-pix-payser", ["Pix PAYSER"]],
  ["1, product lines", "product-payser-gestao", ["PAYSER Gestão"]],
  ["1, product lines", "product-payser-fianca", ["PAYSER Fiança"]],
  [
    "2, shared header",
    "navigation",
    ["Área do Cliente", "Simular Fiança", "Gerenciar", "Gerenciar Simulações"],
  ],
  [
    "2, Home",
    "homePage",
    [
      "Alugue Seu Imóvel Sem Fiador",
      "100% seguro e confiável",
      "Aprovação em até 24h",
      "Sem burocracia",
      "Simule Online",
      "Análise Rápida",
      "Receba as Chaves",
    ],
  ],
  ["2, product pages", "product-pag-payser", ["Solicitar Agora", "Falar com Especialista"]],
  ["2, routes", "aboutPage", ["Quem Somos"]],
  ["2, routes", "howItWorksPage", ["Como Funciona"]],
  ["2, routes", "tenantsPage", ["Para Locatários"]],
  ["2, routes", "landlordsPage", ["Para Locadores"]],
  ["2, routes", "contactPage", ["Fale Conosco"]],
  [
    "2, contract view",
    "contractPage",
    [
      "Meu Contrato",
      "Carregando contrato...",
      "Sair",
      "Contrato Nº",
      "Ativo",
      "Inativo",
      "Documentos do Contrato",
      "Baixar",
      "Contrato não encontrado",
      "Voltar ao Login",
    ],
  ],
  [
    "2, partnership",
    "partnersPage",
    [
      "Seja Parceiro Payser",
      "Aumente suas Vendas",
      "Segurança Garantida",
      "Suporte Dedicado",
      "Comissões Atrativas",
      "Como Funciona a Parceria",
      "Cadastro e Aprovação",
      "Treinamento e Suporte",
      "Comece a Vender",
      "Solicite sua Parceria",
      "Solicitar Parceria",
      "Enviando...",
      "* Campos obrigatórios",
    ],
  ],
  ["2, 404", "notFoundPage", ["404", "Oops! Page not found", "Return to Home"]],
];

test.for(literalTexts)("section %s: %s holds the literal texts", ([, documentId, texts]) => {
  expect(textsOf(documentId)).toEqual(expect.arrayContaining(texts));
});

// Names, of products, places and laws too, have their capitals anywhere.
const names =
  /(?:Payser|PAYSER|Pix|Meu Contrato|Área do Cliente|Fiança|Gestão|Brasil|Maringá|Brasília|Code|WhatsApp|Termos e Condições|Política de Privacidade)/g;
const capital = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/u;

test("what the specification does not word has capitals where sentences have them", () => {
  const literal = literalTexts.flatMap(([, , texts]) => texts);
  const ofTheMenu = ["Seja Parceiro", "Fale Conosco"];
  const closing = ["Consulte Nossos Especialistas"];
  const labels = documents
    .flatMap(listCopy)
    .filter(
      ({ path, text }) => /(?:[Tt]itle|[Ll]abel|badges\.\d+)$/.test(path) && text.length < 70,
    );
  const isOurs = ({ text }: (typeof labels)[number]) =>
    ![...literal, ...ofTheMenu, ...closing].includes(text);
  const isTitled = (text: string) => capital.test(text.replaceAll(names, ""));
  expect(isTitled("Falar com Consultor")).toBe(true);
  expect(labels.filter(isOurs).filter(({ text }) => isTitled(text))).toEqual([]);
});

/** Facts the specification states in English: section, document, words the copy says them in. */
const statedFacts: [section: string, documentId: string, words: string[]][] = [
  ["1, claims", "homePage", ["Sem fiador", "Sem caução", "100% online", "em até 24 horas"]],
  ["1, claims", "homePage", ["Lei Geral de Proteção de Dados", "validade nacional", "WhatsApp"]],
  ["1, Pag Payser", "product-pag-payser", ["4G", "Wi-Fi dual band", "24/7", "gestão financeira"]],
  ["1, Payser Card", "product-payser-card", ["pré-pago", "cartão virtual", "carteiras digitais"]],
  ["1, Payser Card", "product-payser-card", ["vários cartões", "Sem anuidade"]],
  ["1, Pix PAYSER", "product-pix-payser", ["Conta digital", "instantâneas", "QR Code dinâmico"]],
  ["1, Pix PAYSER", "product-pix-payser", ["Link de pagamento", "Chave Pix", "rendimento diário"]],
  ["1, Gestão", "product-payser-gestao", ["boletos e Pix", "lembretes", "painéis", "ERP"]],
  ["1, Gestão", "product-payser-gestao", ["previsão de caixa", "recebíveis"]],
  ["1, Fiança", "product-payser-fianca", ["sem fiador", "automatizada", "API", "white label"]],
  ["1, Fiança", "product-payser-fianca", ["gestão de contratos"]],
  ["2, contact", "contactPage", ["Maringá, PR", "todo o Brasil", "9h às 18h", "Brasília"]],
  ["2, FAQ", "faq-documentos", ["identidade", "CPF", "de renda", "de residência"]],
  ["2, FAQ", "faq-custo", ["varia", "gratuita"]],
  ["2, partnership", "partnersPage", ["em até 48h", "comissões por contrato fechado"]],
  ["9, coverage", "termsPage", ["até 70% do valor de referência", "12 meses", "novo instrumento"]],
  ["9, coverage", "termsPage", ["30 dias", "818 a 839", "Não é seguro", "Maringá, Paraná"]],
  ["9, covered", "termsPage", ["reparos e substituições", "pintura", "multas contratuais"]],
  ["9, excluded", "termsPage", ["dano intencional", "mau uso deliberado", "tributos"]],
  ["9, excluded", "termsPage", ["multas administrativas", "taxa administrativa"]],
];

test.for(statedFacts)("section %s: %s states the facts", ([, documentId, words]) => {
  const text = textsOf(documentId).join("\n").toLowerCase();
  expect(words.filter((word) => !text.includes(word.toLowerCase()))).toEqual([]);
});

const slugs = new Map(
  documents
    .filter(({ _type }) => _type === "product")
    .map((product) => [product._id, slugSchema.parse(product).slug.current]),
);

/** Where a link leads, as the site's queries work it out. */
function addressOf(link: unknown): string {
  const { document, product, ...rest } = readLink(link);
  const slug = slugs.get(document?._ref ?? "");
  return leadsTo({ ...rest, slug, product: slugs.get(product?._ref ?? "") });
}

const linkSchema = z
  .looseObject({ label: z.string() })
  .transform((link) => ({ label: link.label, href: addressOf(link) }));
const linksSchema = z.array(linkSchema);
const navigationSchema = z.object({ items: linksSchema });
const footerSchema = z.object({ columns: z.array(z.object({ links: linksSchema })) });
const find = (id: string) => documents.find(({ _id }) => _id === id);

test("section 2: the menu has the seven entries in order", () => {
  const { items } = navigationSchema.parse(find("navigation"));
  expect(items.map(({ label, href }) => [label, href])).toEqual([
    ["Home", "/"],
    ["Quem Somos", "/quem-somos"],
    ["Como Funciona", "/como-funciona"],
    ["Para Locatários", "/locatarios"],
    ["Para Locadores", "/locadores"],
    ["Seja Parceiro", "/parceiros"],
    ["Fale Conosco", "/contato"],
  ]);
});

// And what came later: whoever holds a letter, or lost the link of a request or of a landlord, looks there.
test("section 2: the footer links the ten paths, and three of ours", () => {
  const { columns } = footerSchema.parse(find("footer"));
  const paths = columns.flatMap(({ links }) => links.map(({ href }) => href));
  const expected = ["/", "/como-funciona", "/locatarios", "/locadores", "/parceiros", "/termos"];
  expect(paths.toSorted()).toEqual(
    [
      ...expected,
      ...homeFallbackPaths,
      "/contato",
      "/verificar",
      "/acompanhar",
      "/locador",
    ].toSorted(),
  );
});

/** Where a product's buttons lead for its questions: the contact form, which then knows it. */
function contactPathOf(product: unknown): string {
  return `/contato?produto=${slugSchema.parse(product).slug.current}`;
}

/** Every link of a document, those inside its texts too. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== "object" || value === null) return [];
  return "kind" in value ? [addressOf(value)] : Object.values(value).flatMap(addressesIn);
}

const ledTo: [documentId: string, paths: string[]][] = [
  ["homePage", ["/simular", "/como-funciona", "/contato"]],
  ["tenantsPage", ["/simular"]],
  ["landlordsPage", ["/parceiros", "/contato"]],
  ...documents
    .filter(({ _type }) => _type === "product")
    .map((product): [string, string[]] => [product._id, ["/simular", contactPathOf(product)]]),
];

test.for(ledTo)("section 2: %s leads where the specification says", ([documentId, paths]) => {
  expect(addressesIn(find(documentId))).toEqual(expect.arrayContaining(paths));
});

test("section 2: every product closes with “Consulte Nossos Especialistas” and two buttons", () => {
  const closingSchema = z.object({
    hero: z.object({ links: linksSchema }),
    closing: z.object({ title: z.string(), links: linksSchema }),
  });
  const products = documents.filter(({ _type }) => _type === "product");
  for (const product of products) {
    const { hero, closing } = closingSchema.parse(product);
    const paths = ["/simular", contactPathOf(product)];
    expect(closing.title).toBe("Consulte Nossos Especialistas");
    expect(hero.links.map(({ href }) => href)).toEqual(paths);
    expect(closing.links).toHaveLength(2);
    for (const { href } of closing.links) expect(paths).toContain(href);
  }
});

test("every link leads to a page of the site, or is an e-mail address", () => {
  const known: string[] = [
    ...fixedPaths,
    ...homeFallbackPaths,
    ...[...slugs.values()].map((slug) => `/${slug}`),
  ];
  const hrefs = documents.flatMap(addressesIn);
  expect(hrefs.length).toBeGreaterThan(60);
  const lost = hrefs
    .map((href) => href.replace(/[?#].*/, ""))
    .filter((path) => !known.includes(path) && !path.startsWith("mailto:"));
  expect(lost).toEqual([]);
});

test("the terms identify the issuer with the data of the settings", () => {
  const settingsSchema = z.object({
    legalName: z.string(),
    cnpj: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.object({ street: z.string(), city: z.string(), postalCode: z.string() }),
    dataProtectionOfficer: z.object({ name: z.string(), email: z.string() }),
  });
  const { address, dataProtectionOfficer, ...company } = settingsSchema.parse(find("siteSettings"));
  const terms = textsOf("termsPage").join("\n");
  const data = [company, address, dataProtectionOfficer].flatMap((part) => Object.values(part));
  expect(data.filter((value) => !terms.includes(value))).toEqual([]);
});
