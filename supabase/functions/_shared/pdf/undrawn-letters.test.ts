import { describe, expect, it, test } from "vitest";
import { asDrawn, undrawn } from "#contracts/fields/drawn-letters.ts";
import { seedContent } from "../content/seed-content.ts";
import { makeDecisionPdf } from "./claims-decision-pdf.ts";
import { beginDocument, facts, paragraphs } from "./document-parts.ts";
import { makeInspectionPdf } from "./inspections-receipt-pdf.ts";
import { makeSpecimenLetter } from "./leases-letter-pdf.ts";
import { makeConditionsPdf } from "./offers-conditions-pdf.ts";
import { makeReceiptPdf } from "./payments-receipt-pdf.ts";
import { UndrawnLetter } from "./pdf-document.ts";
import { readPdf } from "./read-pdf-for-tests.ts";

const siteUrl = "https://site.example";
const name = "Zoë Nguyễn Thị Ánh";
const letters = Array.from({ length: 0x3000 }, (_none, code) => String.fromCodePoint(code)).filter(
  (letter) => letter.trim() && asDrawn(letter) === letter && undrawn(letter) === undefined,
);
/** Draws texts as paragraphs. Returns the characters of `letters` that the PDF does not show. */
async function missing(texts: readonly string[], isStrong: boolean): Promise<string[]> {
  const file = await begin(texts);
  for (const text of texts) paragraphs(file, text, { isStrong });
  const { text } = await readPdf(await file.finish());
  // The PDF reader replaces some characters by their compatibility form (NFKC).
  return letters.filter(
    (letter) => !text.includes(letter) && !text.includes(letter.normalize("NFKC")),
  );
}

async function begin(source: unknown) {
  const start = {
    titleName: "letterTitle",
    number: "1",
    createdAt: "2026-11-24T12:00:00Z",
    values: {},
  } as const;
  return (await beginDocument(seedContent, { ...start, source })).file;
}

describe.each([
  ["regular", false],
  ["bold", true],
])("the %s fonts", (_weight, isStrong) => {
  it("draw every letter of the rule, alone", async () => {
    expect(await missing(letters, isStrong)).toEqual([]);
  });

  it("draw every letter in one text, which one font draws", async () => {
    expect(await missing([letters.join(" ")], isStrong)).toEqual([]);
  });
});

const item = { kind: "repair" as const, description: "Porta", asked: 850, granted: 850 };
const decision = {
  claimId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  contractId: "7a2e2d3c-4b5a-4c6d-8e7f-001122334455",
  protocol: "PA-2026-00000011",
  round: 1,
  openedOn: "2026-11-10",
  decidedOn: "2026-11-20",
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenantName: name,
  landlordName: "José Pereira",
  propertyAddress: "Rua das Palmeiras, 120, Maringá, PR",
  limit: 15_540,
  wasHeard: true,
  items: [item],
  reviews: [],
};
const report = {
  contractId: decision.contractId,
  contractNumber: decision.contractNumber,
  propertyAddress: decision.propertyAddress,
  moment: "entry" as const,
  side: "tenant" as const,
  files: [
    {
      room: "living" as const,
      note: name,
      receivedAt: "2026-11-20T12:00:00Z",
      sha256: "a".repeat(64),
    },
  ],
};

const guarantee = {
  ...decision,
  cpf: "52998224725",
  startDate: "2026-12-01",
  endDate: "2027-11-30",
};
const conditions: Parameters<typeof makeConditionsPdf>[0] = {
  ...guarantee,
  propertyType: "Casa",
  rentalValue: 1850,
  referenceValue: 22_200,
  coverLimit: 15_540,
  months: 12,
  fee: 1776,
  feeDueOn: "2026-12-05",
  instalments: [{ instalment: 1, amount: 1776, dueOn: "2026-12-05" }],
  paymentMethod: "Pix",
  validUntil: "2026-11-29T20:00:00Z",
  termsVersion: "1.0",
  clauses: [],
  createdAt: "2026-11-22T20:00:00Z",
};
const receipt: Parameters<typeof makeReceiptPdf>[0] = {
  ...guarantee,
  number: "RC-2026-00000011",
  code: "7K3MQ9ZT4B0X",
  kind: "payment",
  amount: 1776,
  paidOn: "2026-11-30",
  statedAt: "2026-12-01T12:30:00Z",
  pays: [],
};

test("documents show a Vietnamese name with every letter", async () => {
  for (const bytes of [
    await makeConditionsPdf(conditions, seedContent, siteUrl),
    await makeReceiptPdf(receipt, seedContent, siteUrl),
    await makeDecisionPdf(decision, seedContent),
    await makeInspectionPdf(report, seedContent),
  ]) {
    expect((await readPdf(bytes)).text).toContain(name);
  }
});

test("a name in the fallback font leaves the other texts in the brand's font", async () => {
  const fontsOf = (bytes: Uint8Array) =>
    new Set(
      Buffer.from(bytes)
        .toString("latin1")
        .match(/(?<=\/FontName \/[A-Z]{6}\+)[\w-]+/g),
    );
  const usual = fontsOf(await makeDecisionPdf({ ...decision, tenantName: "Ana" }, seedContent));
  expect([...usual].toSorted()).toEqual(["Figtree-Bold", "Figtree-Regular"]);
  const both = fontsOf(await makeDecisionPdf(decision, seedContent));
  expect([...both]).toEqual(expect.arrayContaining(["Figtree-Bold", "Figtree-Regular"]));
  expect(both.size).toBeGreaterThan(2);
});

test("a text that continues on the next page keeps its font", async () => {
  const file = await begin(name);
  paragraphs(file, `${name} `.repeat(300), { isStrong: true });
  const { text, pages } = await readPdf(await file.finish());
  expect(pages).toBeGreaterThan(1);
  expect(text.match(/Nguyễn/g)).toHaveLength(300);
});

test("a fact in the fallback font keeps its rows apart", async () => {
  const file = await begin(name);
  facts(file, "Partes", [
    ["Locatário", `${name}, `.repeat(8)],
    ["Locador", "Ana"],
  ]);
  const { lines } = await readPdf(await file.finish());
  expect(lines.filter((line) => line.includes("Nguyễn")).length).toBeGreaterThan(2);
  expect(lines).toContain("Locador Ana");
});

test.each([
  ["the name of a party", { ...decision, tenantName: "Li 你" }, "你", "tenantName"],
  [
    "a nested text",
    { ...decision, items: [{ ...item, description: "Sofá 🛋️" }] },
    "🛋️",
    "description",
  ],
])(
  "a document with a letter that no font draws in %s is not made",
  async (_where, source, letter, place) => {
    const failure = makeDecisionPdf({ ...decision, ...source }, seedContent);
    await expect(failure).rejects.toBeInstanceOf(UndrawnLetter);
    await expect(failure).rejects.toMatchObject({ place, reason: `LETTER ${place} ${letter}` });
  },
);

test("a letter of an editor's text stops the document, too", async () => {
  const letterTexts = { ...seedContent.letterTexts, letterRules: "☐ Regra" };
  await expect(makeSpecimenLetter({ ...seedContent, letterTexts }, siteUrl)).rejects.toMatchObject({
    status: 409,
    place: "letterRules",
  });
});
