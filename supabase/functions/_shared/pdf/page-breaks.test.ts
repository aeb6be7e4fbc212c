import { expect, it } from "vitest";
import { seedContent } from "../content/seed-content.ts";
import { makeInspectionPdf } from "./inspections-receipt-pdf.ts";
import { makeLetterPdf } from "./leases-letter-pdf.ts";
import { makeConditionsPdf } from "./offers-conditions-pdf.ts";
import { letter, offer } from "./pdf-sources-for-tests.ts";
import { readPdf } from "./read-pdf-for-tests.ts";

const siteUrl = "https://site.example";
const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
/** Names and an address that are longer than most. */
const long = {
  tenantName: "Ana Beatriz da Conceição Albuquerque",
  landlordName: "Imobiliária Chave e Lar Administração de Bens Ltda.",
  propertyAddress: "Avenida Doutor Gastão Vidigal, 12345, bloco B, apartamento 1204, Maringá, PR",
};

/** Returns the text of each page without its foot. */
async function pagesOf(bytes: Uint8Array) {
  const { text } = await readPdf(bytes);
  return text.split("\n").map((page) => page.split(`${seedContent.company.legalName}, CNPJ`)[0]);
}

it("a letter with long names fits on two pages, with its code on the second", async () => {
  const { text, pages } = await readPdf(
    await makeLetterPdf(
      { ...letter, ...long, landlordDocument: "12ABC34501DE35" },
      seedContent,
      siteUrl,
    ),
  );
  expect(pages).toBe(2);
  expect(text.split("\n")[1]).toContain("Código de verificação");
});

it("no page of the conditions ends with the title of a clause", async () => {
  const clauses = seedContent.terms.limitingClauses.map(({ number, title, text }) => ({
    title: `${number}. ${title}`,
    text,
  }));
  // The amount of text before the clauses decides where a page ends, so each amount is tried.
  const drawn = Array.from({ length: 24 }, async (_, lines) => {
    const conditionsRules = "Uma regra.\n".repeat(lines + 1);
    const letterTexts = { ...seedContent.letterTexts, conditionsRules };
    return pagesOf(
      await makeConditionsPdf(
        { ...offer, ...long, clauses },
        { ...seedContent, letterTexts },
        siteUrl,
      ),
    );
  });
  const ends = (await Promise.all(drawn)).flat().map((page) => page?.trimEnd() ?? "");
  expect(clauses.filter(({ title }) => ends.some((end) => end.endsWith(title)))).toEqual([]);
});

it("a file of an inspection receipt stays on one page", async () => {
  const rooms = ["living", "bedroom", "kitchen"] as const;
  const files = Array.from({ length: 30 }, (_, place) => ({
    room: rooms[place % 3] ?? ("other" as const),
    ...(place % 3 === 0 && { note: "Parede da janela, com marcas de umidade e dois furos" }),
    receivedAt: "2027-11-29T12:00:00Z",
    sha256,
  }));
  const bytes = await makeInspectionPdf(
    {
      moment: "exit",
      side: "landlord",
      contractId: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
      contractNumber: "PF-2026-0A1B2C3D4E",
      propertyAddress: long.propertyAddress,
      files,
    },
    seedContent,
  );
  const [first, ...others] = await pagesOf(bytes);
  expect(first).toContain("da vistoria de saída do contrato");
  expect(others.length).toBeGreaterThan(0);
  for (const page of others) expect(page).toMatch(/^\s*(?:•|Este recibo)/);
});
