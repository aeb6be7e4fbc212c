import { expect, it } from "vitest";
import { partsForTests, post, publishableKey } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const leaseId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const claimId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const contract = {
  contractId,
  contractNumber: "PF-2026-0A1B2C3D4E",
  propertyAddress: "Rua das Palmeiras, 87, Londrina, PR",
};
const decision = {
  ...contract,
  claimId,
  protocol: "PA-2026-00000011",
  round: 1,
  openedOn: "2026-11-10",
  decidedOn: "2026-11-20",
  tenantName: "Ana Ribeiro",
  landlordName: "Li 你",
  limit: 15_540,
  wasHeard: true,
  items: [{ kind: "fine", description: "Multa", asked: 100, granted: 0 }],
  reviews: [],
};
const report = {
  ...contract,
  files: [
    { room: "living", note: "Sofá 🛋️", receivedAt: "2026-11-20T12:00:00Z", sha256: "a".repeat(64) },
  ],
  sourceSha256: "b".repeat(64),
  sha256: null,
};

it.each([
  ["decision", { claimId }, "LETTER landlordName 你", "Decisão PA-2026-00000011"],
  [
    "inspection receipt",
    { leaseId, moment: "entry", side: "tenant" },
    "LETTER note 🛋️",
    "Recibo da Vistoria de entrada",
  ],
])(
  "the %s is not stored when no font can draw it, and staff get a task",
  async (_what, asked, error, document_name) => {
    const stored: string[] = [];
    const { parts, calls } = partsForTests(
      {
        view_claim_decision: () => decision,
        list_inspection: () => report,
        record_document_undrawn: () => null,
      },
      {
        files: {
          ...partsForTests().parts.files,
          store: async (_bucket, path) => void stored.push(path),
        },
      },
    );
    const response = await createHandler(parts)(
      post(asked, { apikey: publishableKey, authorization: "Bearer staff-token" }),
    );
    expect([response.status, stored]).toEqual([409, []]);
    expect(await response.json()).toMatchObject({
      error: {
        code: "conflict",
        message: expect.stringMatching(
          /que o documento não consegue mostrar[.] Nossa equipe já recebeu o aviso[.]$/,
        ),
      },
    });
    expect(calls.at(-1)).toEqual([
      "record_document_undrawn",
      { contract_id: contractId, document_name, error },
    ]);
  },
);

it("a receipt is drawn once, and the PDF that was recorded first stands", async () => {
  const stored: string[] = [];
  const first = "c".repeat(64);
  let sha256: string | null = null;
  const { parts, calls } = partsForTests(
    {
      list_inspection: () => ({
        ...report,
        files: [{ ...report.files[0], note: "Sofá" }],
        sha256,
      }),
      // Another call has recorded its PDF in the meantime.
      record_inspection_receipt: () => (sha256 = first),
    },
    {
      files: {
        ...partsForTests().parts.files,
        store: async (_bucket, path) => void stored.push(path),
      },
    },
  );
  const asked = { leaseId, moment: "entry", side: "tenant" };
  const open = async () => {
    const response = await createHandler(parts)(
      post(asked, { apikey: publishableKey, authorization: "Bearer staff-token" }),
    );
    return response.json();
  };
  const path = `contract-documents/${contractId}/recibo-vistoria-entrada-locatario-${first}.pdf`;
  for (let time = 0; time < 2; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the second opening follows the first
    expect(await open()).toEqual({ ok: true, data: { url: `https://files.example/${path}` } });
  }
  expect(stored).toEqual([
    expect.stringMatching(
      new RegExp(`^${contractId}/recibo-vistoria-entrada-locatario-[0-9a-f]{64}[.]pdf$`),
    ),
  ]);
  expect(calls.filter(([name]) => name === "record_inspection_receipt")).toEqual([
    [
      "record_inspection_receipt",
      {
        lease_id: leaseId,
        moment: "entry",
        side: "tenant",
        source_sha256: report.sourceSha256,
        file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
  ]);
});
