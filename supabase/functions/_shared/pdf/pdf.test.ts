import { describe, expect, it } from "vitest";
import { seedContent } from "../content/seed-content.ts";
import { formatLetterCode, specimenCode } from "#contracts/leases/letters.ts";
import { makeConditionsPdf } from "./offers-conditions-pdf.ts";
import { makeContractPdf } from "./leases-contract-pdf.ts";
import { makeLetterPdf, makeSpecimenLetter } from "./leases-letter-pdf.ts";
import { readCodes, readPdf } from "./read-pdf-for-tests.ts";
import { makeDecisionPdf } from "./claims-decision-pdf.ts";
import { acceptance, contract, guarantee, letter, offer } from "./pdf-sources-for-tests.ts";

const siteUrl = "https://site.example";
const make = {
  conditions: (content: typeof seedContent) => makeConditionsPdf(offer, content, siteUrl),
  contract: (content: typeof seedContent) => makeContractPdf(contract, content, siteUrl),
  letter: (content: typeof seedContent) => makeLetterPdf(letter, content, siteUrl),
};
type Name = keyof typeof make;
const names: Name[] = ["conditions", "contract", "letter"];

/** Creating and reading a PDF is slow, so the tests share one PDF of each kind, made with the seed's content. */
const made = new Map<Name, Promise<{ bytes: Uint8Array } & Awaited<ReturnType<typeof readPdf>>>>();
function read(name: Name) {
  const document =
    made.get(name) ??
    make[name](seedContent).then(async (bytes) => ({ bytes, ...(await readPdf(bytes)) }));
  made.set(name, document);
  return document;
}

describe.each(names)("the PDF of the %s", (name) => {
  it("is tagged Portuguese and names every exclusion before the coverage", async () => {
    const { language, roles, text, pages } = await read(name);
    expect(language).toBe("pt-BR");
    expect(roles).toEqual(expect.arrayContaining(["H1", "H2", "P", "L", "LI", "TH", "TD"]));
    const { exclusions, inclusions } = seedContent.coverage;
    const places = [...exclusions.items, exclusions.note, ...inclusions.items].map((item) =>
      text.indexOf(item),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).toContain("Ana Beatriz da Conceição, CPF 529.982.247-25");
    expect(text).toContain("R$ 15.540,00 (quinze mil quinhentos e quarenta reais)");
    expect(text).toContain(`Página ${pages} de ${pages}`);
    expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN/);
  });

  it("has the same bytes each time, and others after a change of a word", async () => {
    const { bytes } = await read(name);
    expect(Buffer.compare(await make[name](seedContent), bytes)).toBe(0);
    const letterTexts = { ...seedContent.letterTexts, partiesTitle: "Partes" };
    expect(Buffer.compare(await make[name]({ ...seedContent, letterTexts }), bytes)).not.toBe(0);
  });

  it("continues on further pages when texts are long", async () => {
    const long = `${"Uma regra que diz muito. ".repeat(400)}\nA última regra.`;
    const { letterTexts } = seedContent;
    const { text, pages } = await readPdf(
      await make[name]({
        ...seedContent,
        letterTexts: {
          ...letterTexts,
          conditionsRules: long,
          contractRules: long,
          letterRules: long,
        },
      }),
    );
    expect(pages).toBeGreaterThan(2);
    expect(text).toContain("A última regra.");
  });
});

it("the conditions contain the clauses to accept, in their order", async () => {
  const { text } = await read("conditions");
  const parts = offer.clauses.flatMap((clause) => [clause.title, ...clause.text.split("\n")]);
  const places = parts.map((part) => text.lastIndexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it("the letter's code can be typed and scanned", async () => {
  const { bytes, text, title, roles } = await read("letter");
  expect(title).toBe("Carta de fiança PF-2026-0A1B2C3D4E");
  expect(text).toContain("7K3M-Q9ZT-4B0X");
  expect(await readCodes(bytes)).toEqual(["https://site.example/verificar#7K3MQ9ZT4B0X"]);
  expect(roles).toContain("Figure");
  // The time is on the 24th in UTC, but still on the 23rd in Brasília.
  expect(text).toContain("Data de emissão 23/11/2026");
});

it("the letter says who signed it and how, and has no signature without an acceptance", async () => {
  const { text } = await read("letter");
  expect(text).toContain(
    `${seedContent.company.legalName}, fiadora, assinou esta carta por meio eletrônico quando a emitiu, pelas condições aceitas em 24 de novembro de 2026 às 09:30`,
  );
  expect(text).toContain(
    "digitando o próprio nome completo, “Ana Beatriz da Conceicao”, e marcando",
  );
  const { acceptance: _none, ...unsigned } = letter;
  const before = await readPdf(await makeLetterPdf(unsigned, seedContent, siteUrl));
  expect(before.text).not.toContain("assinou");
});

it("each document says when the letter depends on the fee", async () => {
  const waits = { letterNeedsFee: true };
  for (const bytes of [
    await makeLetterPdf({ ...letter, ...waits }, seedContent, siteUrl),
    await makeContractPdf({ ...contract, ...waits }, seedContent, siteUrl),
    await makeConditionsPdf({ ...offer, ...waits }, seedContent, siteUrl),
  ]) {
    expect((await readPdf(bytes)).text).toContain("só entra em vigor depois que a taxa é paga");
  }
  expect((await read("letter")).text).not.toContain("só entra em vigor");
});

it.each([
  ["52998224725", "Imobiliária Chave e Lar, CPF 529.982.247-25"],
  ["12ABC34501DE35", "Imobiliária Chave e Lar, CNPJ 12.ABC.345/01DE-35"],
])("shows the landlord's document %s when it is known", async (landlordDocument, shown) => {
  for (const bytes of [
    await makeLetterPdf({ ...letter, landlordDocument }, seedContent, siteUrl),
    await makeContractPdf({ ...contract, landlordDocument }, seedContent, siteUrl),
  ]) {
    expect((await readPdf(bytes)).text).toContain(shown);
  }
  expect((await read("letter")).text).toContain("Imobiliária Chave e Lar Imóvel");
});

it.each([
  [
    "Rua das Palmeiras, 120, apto 42, Maringá, PR",
    ["Apartamento, Rua das Palmeiras, 120, apto 42,", "Maringá, PR"],
  ],
  [
    "Avenida Doutor Gastão Vidigal, 12345, bloco B, apartamento 1204, São José dos Campos, SP",
    [
      "Apartamento,",
      "Avenida Doutor Gastão Vidigal, 12345, bloco B,",
      "apartamento 1204, São José dos Campos, SP",
    ],
  ],
])("breaks the address %s after commas", async (propertyAddress, lines) => {
  const { lines: drawn } = await readPdf(
    await makeLetterPdf({ ...letter, propertyAddress }, seedContent, siteUrl),
  );
  expect(drawn.join("\n")).toContain(lines.join("\n"));
});

it("every page of the specimen has its mark, and its code verifies as the specimen's", async () => {
  const bytes = await makeSpecimenLetter(seedContent, siteUrl);
  const { text, title, pages } = await readPdf(bytes);
  expect(title).toBe("Carta de fiança EXEMPLO");
  const marks = text.split("\n").map((page) => page.match(/EXEMPLO/g)?.length ?? 0);
  expect(marks).toHaveLength(pages);
  // Each page has the word of the watermark twice: as the watermark and at the foot of the page.
  expect(marks.filter((count) => count < 2)).toEqual([]);
  expect(text).toContain("CPF 000.000.000-00");
  expect(text).toContain("R$ 15.540,00");
  expect(text).toContain(formatLetterCode(specimenCode));
  expect(await readCodes(bytes)).toEqual([`https://site.example/verificar#${specimenCode}`]);
  expect((await read("letter")).text).not.toContain("EXEMPLO");
});

it("the contract holds the evidence of its acceptance", async () => {
  const { text } = await read("contract");
  expect(text).toContain("Ana Beatriz da Conceicao digitou o próprio nome");
  expect(text).toContain("24 de novembro de 2026 às 09:30");
  for (const clause of acceptance.clauses) expect(text).toContain(clause);
  expect(text).toContain(acceptance.conditionsSha256);
});

it("the conditions state the total cost, their validity and how to withdraw", async () => {
  const { text } = await read("conditions");
  expect(text).toContain("é de R$ 1.776,00, com vencimento em 05/12/2026");
  expect(text).toContain("29 de novembro de 2026 às 17:00");
  expect(text).toContain("desistir em até 7 dias");
  expect(text).toContain("versão 1.0, publicados em https://site.example/ termos");
});

it("a corrected letter and contract state their version, first ones do not", async () => {
  const version = { number: 2, issuedAt: "2026-11-24T01:30:00Z" };
  const said = "Versão 2, emitida em 23/11/2026. Substitui a versão anterior";
  const renewed = [
    await makeLetterPdf({ ...letter, version }, seedContent, siteUrl),
    await makeContractPdf({ ...contract, version }, seedContent, siteUrl),
  ];
  for (const bytes of renewed) expect((await readPdf(bytes)).text).toContain(said);
  expect((await read("letter")).text).not.toContain("Substitui");
});

it("the decision on a claim lists each item and the remedies", async () => {
  const decision = {
    claimId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
    contractId: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
    protocol: "PA-2026-00000011",
    round: 1,
    openedOn: "2026-11-10",
    decidedOn: "2026-11-20",
    contractNumber: "PF-2026-0A1B2C3D4E",
    tenantName: "Ana Beatriz da Conceição",
    landlordName: "José Pereira",
    propertyAddress: guarantee.propertyAddress,
    limit: 15_540,
    payBy: "2026-11-25",
    reviewUntil: "2026-11-30",
    reviews: [],
    wasHeard: true,
    items: [
      {
        kind: "repair",
        description: "Porta\nquebrada ".repeat(300),
        asked: 850.1,
        granted: 600.2,
        reason: "Orçamento menor",
        clause: "5.2",
        answer: "Já estava assim",
        reply: "Veja a foto da entrada",
      },
      { kind: "fine", description: "Multa", asked: 100.2, granted: 0, reason: "Sem cláusula" },
    ],
  } satisfies Parameters<typeof makeDecisionPdf>[0];
  const bytes = await makeDecisionPdf(decision, seedContent);
  const { language, roles, text, title, pages } = await readPdf(bytes);
  expect({ language, title }).toEqual({
    language: "pt-BR",
    title: "Decisão do pedido de acionamento PA-2026-00000011",
  });
  expect(pages).toBeGreaterThan(1);
  expect(roles).toEqual(expect.arrayContaining(["H1", "H2", "P", "TH", "TD"]));
  for (const said of [
    "do total pedido de R$ 950,30, o valor aprovado é R$ 600,20",
    "1. Reparo no imóvel",
    "Resposta do locatário: Já estava assim",
    "Resposta do locador: Veja a foto da entrada",
    "Valor aprovado",
    "O valor aprovado é pago ao locador até 25/11/2026",
    "Resposta do locatário: não houve.",
    "Motivo: Sem cláusula",
    "até 30/11/2026",
    "foi ouvido",
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN/);
  expect(Buffer.compare(await makeDecisionPdf(decision, seedContent), bytes)).toBe(0);
  const reviews = (["landlord", "tenant"] as const).map((by) => ({
    by,
    askedOn: "2026-11-22",
    items: [1, 2],
    text: `Peço a revisão, diz ${by}`,
    answer: `Não concordo com ${by}`,
  }));
  const second = await readPdf(
    await makeDecisionPdf({ ...decision, round: 2, wasHeard: false, reviews }, seedContent),
  );
  for (const said of [
    "Revisão pedida pelo locador",
    "Peço a revisão, diz tenant",
    "Resposta do locador: Não concordo com tenant",
    "As duas partes já pediram a sua revisão",
  ]) {
    expect(second.text).toContain(said);
  }
  expect(second.text).toContain("O silêncio não vale como concordância");
});
