import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const asked = {
  secret: "abc",
  offerId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334466",
  answer: "adjust",
  reason: "Posso pagar em duas vezes?",
};

async function answer(result: unknown, changes = {}) {
  const fake = partsForTests({ answer_offer: () => result });
  return { ...fake, response: await createHandler(fake.parts)(post({ ...asked, ...changes })) };
}

it("passes the answer on with a hash of the secret, and starts delivery", async () => {
  const { response, calls, kicks } = await answer({ outcome: "answered" });
  expect(await response.json()).toEqual({ ok: true, data: {} });
  expect(calls).toEqual([
    [
      "answer_offer",
      {
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        offer_id: asked.offerId,
        answer: "adjust",
        reason: asked.reason,
        clause: null,
        address_hash: "hash of 203.0.113.7",
      },
    ],
  ]);
  expect(kicks()).toBe(1);
});

it.each([
  [null, 404, "not_found"],
  [{ outcome: "expired" }, 409, "conflict"],
  [{ outcome: "withdrawn" }, 409, "conflict"],
  [{ outcome: "accepted" }, 409, "conflict"],
  [{ outcome: "declined" }, 409, "conflict"],
  [{ outcome: "asked" }, 409, "conflict"],
  [{ outcome: "enough" }, 409, "conflict"],
  [{ outcome: "unknown-clause" }, 422, "invalid_fields"],
])("explains the refusal: %j", async (result, status, code) => {
  const { response, kicks } = await answer(result);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ok: false, error: { code } });
  expect(kicks()).toBe(0);
});

it("passes a question on with its clause, or without one", async () => {
  const question = { answer: "question", clause: "Limite da cobertura" };
  expect((await answer({ outcome: "answered" }, question)).calls).toMatchObject([
    ["answer_offer", question],
  ]);
  const other = await answer({ outcome: "answered" }, { ...question, clause: " " });
  expect(other.calls).toMatchObject([["answer_offer", { clause: null }]]);
});

it.each([
  [{ reason: "  curto   " }, "reason"],
  [{ reason: "x".repeat(1001) }, "reason"],
  [{ answer: "accept" }, "answer"],
  [{ answer: "question", clause: "x".repeat(301) }, "clause"],
])("makes no database call for %j", async (changes, field) => {
  const { response, calls } = await answer(null, changes);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_fields", fields: { [field]: expect.any(String) } },
  });
  expect(calls).toEqual([]);
});
