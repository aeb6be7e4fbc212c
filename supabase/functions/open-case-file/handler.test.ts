import { expect, it } from "vitest";
import { partsForTests, post, publishableKey } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
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
};
const report = {
  ...contract,
  files: [
    { room: "living", note: "Sofá 🛋️", receivedAt: "2026-11-20T12:00:00Z", sha256: "a".repeat(64) },
  ],
};

it.each([
  ["decision", { claimId }, "LETTER landlordName 你", "Decisão PA-2026-00000011"],
  [
    "inspection receipt",
    { contractId, moment: "entry", side: "tenant" },
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
