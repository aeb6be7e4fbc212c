import { expect, it } from "vitest";
import { hex } from "../_shared/hashes.ts";
import { partsForTests, post, publishableKey } from "../_shared/parts-for-tests.ts";
import { readPdf } from "../_shared/pdf/read-pdf-for-tests.ts";
import { createHandler } from "./handler.ts";

const movementId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const opened = {
  contractId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  number: "RC-2026-00000011",
  code: "7K3MQ9ZT4B0X",
  sourceSha256: "5".repeat(64),
  sha256: null,
  kind: "payment",
  amount: 888,
  paidOn: "2026-11-20",
  statedAt: "2026-11-22T20:00:00Z",
  pays: [
    {
      kind: "fee",
      instalment: 1,
      instalments: 1,
      dueOn: "2026-12-01",
      amount: 1776,
      paid: 888,
      open: 888,
    },
  ],
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenantName: "Ana Beatriz Ribeiro",
  cpf: "52998224725",
  propertyAddress: "Rua das Palmeiras, 87, Londrina, PR",
  startDate: "2026-12-01",
  endDate: "2027-11-30",
};

async function open(receipt: Record<string, unknown>, stands?: string | null) {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const fake = partsForTests(
    {
      open_receipt: () => ({ ...opened, ...receipt }),
      record_receipt: ({ file_sha256 }) => (stands === undefined ? file_sha256 : stands),
      record_document_undrawn: () => null,
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
    post({ movementId }, { apikey: publishableKey, authorization: "Bearer staff-token" }),
  );
  const answer: unknown = await response.json();
  return { status: response.status, answer, stored, calls: fake.calls };
}

it("a receipt without a file is drawn, stored under its hash with the hash of its facts, and linked", async () => {
  const { status, answer, stored, calls } = await open({});
  const [[path, bytes] = ["", new Uint8Array()]] = stored;
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes));
  expect(path).toBe(`contract-documents/${opened.contractId}/recibo-${opened.number}-${hash}.pdf`);
  expect((await readPdf(bytes)).text).toContain("R$ 888,00 de R$ 1.776,00; faltam R$ 888,00");
  expect(status).toBe(200);
  expect(answer).toEqual({ ok: true, data: { url: `https://files.example/${path}` } });
  // The call has the caller's own token, because the database checks the caller's rights.
  expect(calls).toEqual([
    ["open_receipt", { movement_id: movementId }, "staff-token"],
    [
      "record_receipt",
      { number: opened.number, file_sha256: hash, source_sha256: opened.sourceSha256 },
    ],
  ]);
});

it("a receipt with a file is not drawn again, and two simultaneous calls give the file that stands", async () => {
  const hash = "a".repeat(64);
  const kept = await open({ sha256: hash });
  expect(kept.stored.size).toBe(0);
  for (const { answer } of [kept, await open({}, hash)]) {
    expect(JSON.stringify(answer)).toContain(`recibo-${opened.number}-${hash}.pdf`);
  }
});

it("a reversed receipt is handed out as void", async () => {
  const { stored } = await open({ pays: [], reversedOn: "2026-11-25" });
  const [bytes = new Uint8Array()] = stored.values();
  expect((await readPdf(bytes)).text).toContain("estornado em 25/11/2026");
});

it("a receipt that no longer exists answers 404", async () => {
  expect(await open({}, null)).toMatchObject({
    status: 404,
    answer: { error: { message: "Recibo não encontrado." } },
  });
});

it("a receipt that no font can draw is not stored, and staff get a task", async () => {
  const { status, answer, stored, calls } = await open({ kind: "refund", payee: "Li 你" });
  expect([status, stored.size]).toEqual([409, 0]);
  expect(answer).toMatchObject({
    error: {
      message:
        "O nome de quem recebe contém “你”, que o documento não consegue mostrar. Nossa equipe já recebeu o aviso.",
    },
  });
  expect(calls.at(-1)).toEqual([
    "record_document_undrawn",
    {
      contract_id: opened.contractId,
      document_name: `Recibo ${opened.number}`,
      error: "LETTER payee 你",
    },
  ]);
});
