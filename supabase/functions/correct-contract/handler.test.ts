import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const form = {
  contractId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  correctionId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334466",
  knownCode: "7K3MQ9ZT4B0X",
  tenant_email: "ana@exemplo.com.br",
  tenant_phone: "",
  landlord_name: "Outro Locador",
  landlord_phone: "(44) 99999-8888",
  property_street: "Av. Brasil, 100",
  property_city: "Maringá",
  property_state: "PR",
  start_date: "2026-12-01",
  reason: "Estava errado",
};

async function correct(outcome: string, changes: object = {}, token = "staff-token") {
  const reply = { changed: ["asked", "reissued", "contact"].includes(outcome), outcome };
  const fake = partsForTests({ correct_contract: () => reply });
  const headers = { authorization: `Bearer ${token}` };
  const response = await createHandler(fake.parts)(post({ ...form, ...changes }, headers));
  return { ...fake, response };
}

it.each([
  ["reissued", 1, 1],
  ["asked", 1, 0],
  ["contact", 1, 0],
  ["same", 0, 0],
])("%s: starts mail and documents at once", async (outcome, mails, documents) => {
  const { response, calls, kicks, documentKicks } = await correct(outcome);
  expect(await response.json()).toMatchObject({ ok: true, data: { outcome } });
  expect(calls).toMatchObject([
    [
      "correct_contract",
      {
        contract_id: form.contractId,
        correction_id: form.correctionId,
        known_code: form.knownCode,
        wanted: {
          tenant_phone: null,
          landlord_phone: "44999998888",
          landlord_name: "Outro Locador",
        },
        reason: form.reason,
      },
      "staff-token",
    ],
  ]);
  expect([kicks(), documentKicks()]).toEqual([mails, documents]);
});

it("makes no database call without a session or for an invalid form", async () => {
  const ended = await correct("same", {}, "ended");
  expect([ended.response.status, ended.calls]).toEqual([401, []]);
  const empty = await correct("same", { landlord_name: " ", start_date: "amanhã" });
  expect([empty.response.status, empty.calls]).toEqual([422, []]);
});
