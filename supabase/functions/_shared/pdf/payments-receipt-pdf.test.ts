import { expect, it } from "vitest";
import { seedContent } from "../content/seed-content.ts";
import { makeReceiptPdf } from "./payments-receipt-pdf.ts";
import { readCodes, readPdf } from "./read-pdf-for-tests.ts";

const siteUrl = "https://site.example";

type ReceiptSource = Parameters<typeof makeReceiptPdf>[0];
const wholeFee: ReceiptSource["pays"][number] = {
  kind: "fee",
  instalment: 1,
  instalments: 1,
  dueOn: "2026-12-05",
  amount: 1776,
  paid: 1776,
  open: 0,
};
const receipt: ReceiptSource = {
  number: "RC-2026-00000011",
  code: "7K3MQ9ZT4B0X",
  kind: "payment",
  amount: 1776,
  paidOn: "2026-11-30",
  statedAt: "2026-12-01T12:30:00Z",
  pays: [wholeFee],
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenantName: "Ana Beatriz da Conceição",
  cpf: "52998224725",
  propertyAddress: "Avenida Brasil, 4200, apto 1204, Maringá, PR",
  startDate: "2026-12-01",
  endDate: "2027-11-30",
};
const readReceipt = async (changes: Partial<ReceiptSource>) =>
  readPdf(await makeReceiptPdf({ ...receipt, ...changes }, seedContent, siteUrl));

it("the receipt states payment, amount, day and people, is tagged, and is the same each time", async () => {
  const bytes = await makeReceiptPdf(receipt, seedContent, siteUrl);
  const { language, roles, text, title, pages } = await readPdf(bytes);
  expect({ language, title, pages }).toEqual({
    language: "pt-BR",
    title: "Recibo RC-2026-00000011",
    pages: 1,
  });
  expect(roles).toEqual(expect.arrayContaining(["H1", "H2", "P", "TH", "TD", "Figure"]));
  const { legalName, cnpj } = seedContent.company;
  for (const said of [
    "R$ 1.776,00 (mil setecentos e setenta e seis reais)",
    "Ana Beatriz da Conceição, CPF 529.982.247-25, em 30/11/2026",
    `Quem recebeu ${legalName}, CNPJ ${cnpj}`,
    "PF-2026-0A1B2C3D4E",
    "dá quitação de: Taxa da fiança (R$ 1.776,00).",
    "R$ 1.776,00 de R$ 1.776,00; nada falta",
    "Situação em 01/12/2026.",
    "7K3M-Q9ZT-4B0X",
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|ANULADO/);
  expect(await readCodes(bytes)).toEqual(["https://site.example/verificar#7K3MQ9ZT4B0X"]);
  expect(Buffer.compare(await makeReceiptPdf(receipt, seedContent, siteUrl), bytes)).toBe(0);
});

it("the receipt of a part names what is missing, and what is left of it, without discharge", async () => {
  const { text } = await readReceipt({
    amount: 988,
    pays: [{ ...wholeFee, instalment: 2, instalments: 3, paid: 888, open: 888 }],
    left: 60,
    returned: 40,
  });
  for (const said of [
    "Valor R$ 988,00",
    "Taxa da fiança, parcela 2 de 3",
    "R$ 888,00 de R$ 1.776,00; faltam R$ 888,00",
    "Deste valor, R$ 60,00 ainda não pagam nenhuma cobrança",
    "Deste valor, R$ 40,00 voltam para quem pagou",
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain("quitação");
});

it("the receipt of a reversed payment is marked as void", async () => {
  const { text } = await readReceipt({ pays: [], reversedOn: "2026-12-03" });
  expect(text).toContain("estornado em 03/12/2026. Este documento não vale como recibo.");
  expect(text).toContain("ANULADO");
  expect(text).not.toContain("quitação");
});

it("the receipt of a refund names its recipient and the masked account", async () => {
  const refund = await readReceipt({
    kind: "refund",
    payee: "Ana Beatriz",
    account: "Pix •••4725, em nome de A. B.",
    pays: [{ ...wholeFee, kind: "refund" }],
  });
  expect(refund.title).toBe("Comprovante de devolução RC-2026-00000011");
  for (const said of [
    `Quem pagou ${seedContent.company.legalName}`,
    "Quem recebeu Ana Beatriz",
    "Conta Pix •••4725, em nome de A. B.",
  ]) {
    expect(refund.text).toContain(said);
  }
  expect(refund.text).not.toContain("quitação");
});

it("the receipt of a claim names the landlord, the account and the claim", async () => {
  const proof = await readReceipt({
    kind: "claim",
    protocol: "PA-2026-00000011",
    payee: "José Pereira",
    account: "Pix •••1234, em nome de J. P.",
    pays: [{ ...wholeFee, kind: "claim" }],
  });
  expect(proof.title).toBe("Comprovante de pagamento da garantia RC-2026-00000011");
  for (const said of ["Quem recebeu José Pereira", "PA-2026-00000011", "art. 831", "Pix •••1234"]) {
    expect(proof.text).toContain(said);
  }
});
