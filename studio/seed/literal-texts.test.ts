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

/** Texts that the specification quotes literally, by section and document. */
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

test.for(literalTexts)("section %s: %s contains the literal texts", ([, documentId, texts]) => {
  expect(textsOf(documentId)).toEqual(expect.arrayContaining(texts));
});

// Matches proper names, which have capital letters in sentence case too.
const names =
  /(?:Payser|PAYSER|Pix|Meu Contrato|Área do Cliente|Fiança|Gestão|Brasil|Maringá|Brasília|Code|WhatsApp|Termos e Condições|Política de Privacidade)/g;
const capital = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}/u;

test("labels that the specification does not quote use sentence case", () => {
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

/** Facts that the specification states in English, by section and document, each with the Portuguese words to find. */
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

/** Returns the URL of a link. The site's queries compute the URL in the same way. */
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

// The specification lists ten paths. The paths /verificar, /acompanhar and /locador were added later.
test("section 2: the footer links the ten paths and three later pages", () => {
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

/** Returns the path of the contact form with a product already chosen. */
function contactPathOf(product: unknown): string {
  return `/contato?produto=${slugSchema.parse(product).slug.current}`;
}

/** Returns the URLs of all links in a document, including links in formatted texts. */
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

test.for(ledTo)("section 2: links of %s lead to the specified paths", ([documentId, paths]) => {
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

test("every link leads to a page of the site or to an e-mail address", () => {
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
