import { expect, it } from "vitest";
import { seedContent } from "../content/seed-content.ts";
import { makeContractPdf } from "./leases-contract-pdf.ts";
import { makeLetterPdf } from "./leases-letter-pdf.ts";
import { makeConditionsPdf } from "./offers-conditions-pdf.ts";
import { contract as signed, letter as issued, offer } from "./pdf-sources-for-tests.ts";
import { readPdf } from "./read-pdf-for-tests.ts";

const siteUrl = "https://site.example";
const contract = { ...signed, instalments: offer.instalments };
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
  const letter = { ...issued, instalments: offer.instalments, letterNeedsFee: true };
  expect(await textOf(makeLetterPdf({ ...letter, ...monthly }, seedContent, siteUrl))).toContain(
    "depois que a primeira parcela da taxa é paga",
  );
  expect(await textOf(makeLetterPdf(letter, seedContent, siteUrl))).toContain(
    "depois que a taxa é paga",
  );
});
