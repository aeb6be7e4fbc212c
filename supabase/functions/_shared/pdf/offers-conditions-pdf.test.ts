import { expect, it } from "vitest";
import { seedContent } from "../content/seed-content.ts";
import { makeContractPdf } from "./leases-contract-pdf.ts";
import { makeLetterPdf } from "./leases-letter-pdf.ts";
import { makeConditionsPdf } from "./offers-conditions-pdf.ts";
import { readPdf } from "./read-pdf-for-tests.ts";

const siteUrl = "https://site.example";
const contract = {
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenantName: "Ana Beatriz da Conceição",
  cpf: "52998224725",
  landlordName: "Imobiliária Chave e Lar",
  propertyType: "Apartamento",
  propertyAddress: "Rua das Palmeiras, 120, apto 42, Maringá, PR",
  rentalValue: 1850,
  referenceValue: 22_200,
  coverLimit: 15_540,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  months: 12,
  fee: 1776,
  feeDueOn: "2026-12-05",
  paymentMethod: "Pix à vista",
  instalments: [{ instalment: 1, amount: 1776, dueOn: "2026-12-05" }],
  createdAt: "2026-11-22T20:00:00Z",
};
const offer = {
  ...contract,
  protocol: "PS-2026-00000011",
  validUntil: "2026-11-29T20:00:00Z",
  termsVersion: "1.0",
  clauses: [{ title: "7. O que a fiança não cobre", text: "Aluguéis não pagos." }],
};
const monthly = {
  paymentMethod: "Pix em 3 parcelas mensais",
  instalments: ["2026-12-05", "2027-01-05", "2027-02-05"].map((dueOn, place) => ({
    instalment: place + 1,
    amount: 592,
    dueOn,
  })),
};
const textOf = async (bytes: Promise<Uint8Array>) => (await readPdf(await bytes)).text;

it("conditions and contract list each instalment with its amount and due date", async () => {
  for (const text of [
    await textOf(makeConditionsPdf({ ...offer, ...monthly }, seedContent, siteUrl)),
    await textOf(makeContractPdf({ ...contract, ...monthly }, seedContent, siteUrl)),
  ]) {
    expect(text).toContain("Forma de pagamento Pix em 3 parcelas mensais");
    expect(text).toMatch(/Parcela 1 de 3 R\$\s592,00, com vencimento em 05\/12\/2026/);
    expect(text).toMatch(/Parcela 3 de 3 R\$\s592,00, com vencimento em 05\/02\/2027/);
    expect(text).not.toContain("Vencimento da taxa");
  }
  const once = await textOf(makeContractPdf(contract, seedContent, siteUrl));
  expect(once).toContain("Vencimento da taxa 05/12/2026");
  expect(once).not.toContain("Parcela 1");
});

it("the conditions say how the fee is due, and why the start has passed", async () => {
  const pastStartReason = "As chaves foram entregues antes da proposta.";
  const source = { ...offer, ...monthly, pastStartReason };
  const text = await textOf(makeConditionsPdf(source, seedContent, siteUrl));
  expect(text).toMatch(/em 3 parcelas mensais, a primeira com vencimento em 05\/12\/2026\./);
  expect(text).toContain(`Por que começa antes do aceite ${pastStartReason}`);
  const once = await textOf(makeConditionsPdf(offer, seedContent, siteUrl));
  expect(once).toMatch(/de R\$\s1\.776,00, com vencimento em 05\/12\/2026\./);
  expect(once).not.toContain("Por que começa");
});

it("a letter that depends on the fee names the first instalment", async () => {
  const letter = {
    ...contract,
    code: "7K3MQ9ZT4B0X",
    issuedAt: contract.createdAt,
    letterNeedsFee: true,
  };
  expect(await textOf(makeLetterPdf({ ...letter, ...monthly }, seedContent, siteUrl))).toContain(
    "depois que a primeira parcela da taxa é paga",
  );
  expect(await textOf(makeLetterPdf(letter, seedContent, siteUrl))).toContain(
    "depois que a taxa é paga",
  );
});
