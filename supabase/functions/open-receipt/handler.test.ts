import { expect, it } from "vitest";
import { hex } from "../_shared/hashes.ts";
import { partsForTests, post, publishableKey } from "../_shared/parts-for-tests.ts";
import { readPdf } from "../_shared/pdf/read-pdf-for-tests.ts";
import { createHandler } from "./handler.ts";

const paymentId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const opened = {
  contractId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  number: "RC-2026-00000011",
  sha256: null,
  what: "fee",
  amount: 1776,
  paidOn: "2026-11-20",
  bookedAt: "2026-11-22T20:00:00+00:00",
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenantName: "Ana Beatriz Ribeiro",
  cpf: "52998224725",
  propertyAddress: "Rua das Palmeiras, 87, Londrina, PR",
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  paymentMethod: "Pix",
};

async function open(receipt: Record<string, unknown>, stands?: string | null) {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const fake = partsForTests(
    {
      open_receipt: () => ({ ...opened, ...receipt }),
      record_receipt: ({ file_sha256 }) => (stands === undefined ? file_sha256 : stands),
    },
    {
      files: {
        ...partsForTests().parts.files,
        store: async (bucket, path, { bytes }) =>
          void stored.set(`${bucket}/${path}`, new Uint8Array(bytes)),
      },
    },
  );
  const response = await createHandler(fake.parts)(
    post({ paymentId }, { apikey: publishableKey, authorization: "Bearer staff-token" }),
  );
  const answer: unknown = await response.json();
  return { status: response.status, answer, stored, calls: fake.calls };
}

it("draws a receipt that nobody opened yet, stores it under its hash, and links to it", async () => {
  const { status, answer, stored, calls } = await open({});
  const [[path, bytes] = ["", new Uint8Array()]] = stored;
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes));
  expect(path).toBe(`contract-documents/${opened.contractId}/recibo-${opened.number}-${hash}.pdf`);
  expect((await readPdf(bytes)).text).toContain("R$ 1.776,00");
  expect(status).toBe(200);
  expect(answer).toEqual({ ok: true, data: { url: `https://files.example/${path}` } });
  // Whose it is the database says, by the caller's own token.
  expect(calls[0]).toEqual(["open_receipt", { payment_id: paymentId }, "staff-token"]);
});

it("draws none twice, and gives the one that was first when two drew it at once", async () => {
  const hash = "a".repeat(64);
  const kept = await open({ sha256: hash });
  expect(kept.stored.size).toBe(0);
  for (const { answer } of [kept, await open({}, hash)]) {
    expect(JSON.stringify(answer)).toContain(`recibo-${opened.number}-${hash}.pdf`);
  }
});

it("is none of a booking that was undone meanwhile", async () => {
  expect(await open({}, null)).toMatchObject({
    status: 404,
    answer: { error: { message: "Este recibo não vale mais." } },
  });
});
