import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const endingId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const refund = { amount: 1620.45, dueOn: "2026-12-01" };

async function regret(body: object, result: unknown, headers = {}) {
  const answers = { regret_by_link: () => result, regret_contract: () => result };
  const fake = partsForTests(answers);
  const response = await createHandler(fake.parts)(post({ endingId, ...body }, headers));
  return { ...fake, response };
}

it("withdraws by the link with a hash of its secret, and has the mail sent", async () => {
  const done = { outcome: "regretted", protocol: "EN-2026-0A1B2C3D", refund };
  const { response, calls, kicks } = await regret({ secret: "abc" }, done);
  expect(await response.json()).toEqual({ ok: true, data: done });
  expect(calls).toEqual([
    [
      "regret_by_link",
      {
        ending_id: endingId,
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        address_hash: "hash of 203.0.113.7",
        despite_claim: false,
      },
    ],
  ]);
  expect(kicks()).toBe(1);
});

it("withdraws for whoever is signed in, with their own token", async () => {
  const done = { outcome: "regretted", protocol: "EN-2026-0A1B2C3D" };
  const { response, calls } = await regret({ contractId }, done, {
    authorization: "Bearer staff-token",
  });
  expect(response.status).toBe(200);
  expect(calls).toEqual([
    [
      "regret_contract",
      { ending_id: endingId, contract_id: contractId, despite_claim: false },
      "staff-token",
    ],
  ]);
});

it("an open claim is asked about, and despiteClaim withdraws nevertheless", async () => {
  const asked = { outcome: "claim", protocol: "PA-2026-4K7M2Q9T0X" };
  const { response, kicks } = await regret({ secret: "abc" }, asked);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: true, data: asked });
  expect(kicks()).toBe(0);

  const done = { outcome: "regretted", protocol: "EN-2026-0A1B2C3D" };
  const { calls } = await regret({ secret: "abc", despiteClaim: true }, done);
  expect(calls).toMatchObject([["regret_by_link", { despite_claim: true }]]);
});

it.each([
  [{ secret: "abc" }, null, 404],
  [{ secret: "abc" }, { outcome: "late" }, 409],
  [{ secret: "abc" }, { outcome: "closed" }, 409],
  // Nobody is signed in.
  [{ contractId }, null, 401],
  [{}, null, 422],
  [{ contractId, secret: "abc" }, null, 422],
])(
  "answers %j, for which the database returns %j, with the status %i",
  async (body, result, status) => {
    const { response, kicks } = await regret(body, result);
    expect(response.status).toBe(status);
    expect(kicks()).toBe(0);
  },
);
