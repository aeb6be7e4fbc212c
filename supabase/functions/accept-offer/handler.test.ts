import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const asked = {
  secret: "abc",
  offerId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334466",
  fullName: "Ana Beatriz Ribeiro",
  clauses: ["5. Limite da cobertura"],
  conditionsSha256: "a".repeat(64),
};

async function accept(result: unknown, more: object = {}) {
  const fake = partsForTests({ accept_offer: () => result });
  const request = post({ ...asked, ...more }, { "user-agent": "x".repeat(600) });
  return { ...fake, response: await createHandler(fake.parts)(request) };
}

it("accepts with a hash of the secret, and starts mail and documents", async () => {
  const accepted = { outcome: "accepted", contractNumber: "PF-2026-0A1B2C3D4E" };
  const { response, calls, kicks, documentKicks } = await accept(accepted);
  expect(await response.json()).toEqual({
    ok: true,
    data: { contractNumber: accepted.contractNumber },
  });
  expect(calls).toEqual([
    [
      "accept_offer",
      {
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        offer_id: asked.offerId,
        full_name: asked.fullName,
        clauses: asked.clauses,
        conditions_sha256: asked.conditionsSha256,
        address_hash: "hash of 203.0.113.7",
        user_agent: "x".repeat(500),
      },
    ],
  ]);
  expect([kicks(), documentKicks()]).toEqual([1, 1]);
});

it.each([
  [{ landlordEmail: " Dona@Exemplo.com.br" }, { landlord_email: "dona@exemplo.com.br" }],
  [{ landlordEmail: "  " }, {}],
])("passes on the landlord's address when the tenant gives one: %j", async (typed, handed) => {
  const accepted = { outcome: "accepted", contractNumber: "PF-2026-0A1B2C3D4E" };
  const { calls } = await accept(accepted, typed);
  const { landlord_email } = Object(calls[0]?.[1]);
  expect({ landlord_email }).toEqual(handed);
});

it("refuses an invalid address before the acceptance", async () => {
  const { response, calls } = await accept(null, { landlordEmail: "dona@" });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    error: { fields: { landlordEmail: "Email inválido" } },
  });
  expect(calls).toEqual([]);
});

it.each([
  [null, 404, { code: "not_found" }],
  [{ outcome: "expired" }, 409, { code: "conflict" }],
  [{ outcome: "withdrawn" }, 409, { code: "conflict" }],
  [{ outcome: "declined" }, 409, { code: "conflict" }],
  [{ outcome: "changed" }, 409, { code: "conflict" }],
  [{ outcome: "name" }, 422, { fields: { fullName: "O nome não é o do pedido" } }],
  [{ outcome: "clauses" }, 422, { fields: { clauses: "Confirme todas as cláusulas" } }],
])("explains the refusal: %j", async (result, status, error) => {
  const { response, kicks, documentKicks } = await accept(result);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ok: false, error });
  expect([kicks(), documentKicks()]).toEqual([0, 0]);
});
