import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const leaseId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const contractId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const endingId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334477";
const byHash = {
  secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  address_hash: "hash of 203.0.113.7",
};

async function change(body: object, result: unknown) {
  const answers = {
    ending_by_link: () => result,
    ask_renewal_by_link: () => result,
    give_address_by_link: () => result,
  };
  const fake = partsForTests(answers);
  const response = await createHandler(fake.parts)(post({ secret: "abc", ...body }));
  return { ...fake, response, status: response.status };
}

const keysOn = "2026-11-20";
const requests = [
  { action: "ask", contractId, endingId, kind: "moved-out", keysOn, reason: "Mudança" },
  { action: "state", endingId, keysOn, note: "Recibo assinado" },
  { action: "withdraw", endingId },
  { action: "renew", leaseId },
  { action: "give-address", leaseId, address: "imobiliaria@exemplo.com.br" },
];

describe("the ending of a lease", () => {
  it.each(requests.slice(0, 3))("is passed on: $action", async ({ action, ...request }) => {
    const { response, calls, kicks } = await change(
      { action, ...request },
      { outcome: "stated", protocol: "EN-2026-0A1B2C3D", more: "hidden" },
    );
    expect(await response.json()).toEqual({
      ok: true,
      data: { outcome: "stated", protocol: "EN-2026-0A1B2C3D" },
    });
    expect(calls).toEqual([["ending_by_link", { ...byHash, action, request }]]);
    expect(kicks()).toBe(1);
  });

  it("is a question while a claim is open, until the landlord accepts it", async () => {
    const asked = { outcome: "claim", protocol: "PA-2026-4K7M2Q9T0X" };
    const { response } = await change({ ...requests[0] }, asked);
    expect(await response.json()).toEqual({ ok: true, data: asked });
    const { calls } = await change({ ...requests[0], despiteClaim: true }, { outcome: "asked" });
    expect(calls).toMatchObject([["ending_by_link", { request: { despiteClaim: true } }]]);
  });
});

it.each([
  ["asked", "asked"],
  ["offered", "open"],
  ["renewed", "open"],
  ["none", "closed"],
  ["declined", "closed"],
])("a renewal in the state %s is answered with %s", async (state, outcome) => {
  const { response, calls } = await change({ action: "renew", leaseId }, { state });
  expect(await response.json()).toEqual({ ok: true, data: { outcome } });
  expect(calls).toEqual([["ask_renewal_by_link", { ...byHash, lease_id: leaseId }]]);
});

it.each([
  [{ changed: true }, "given"],
  [{ changed: false, why: "enough" }, "enough"],
  [{ changed: false, why: "closed" }, "closed"],
])("an address whose result is %j is answered with %s", async (result, outcome) => {
  const body = { action: "give-address", leaseId, address: " Imobiliaria@Exemplo.com.br" };
  const { response, calls } = await change(body, result);
  expect(await response.json()).toEqual({ ok: true, data: { outcome } });
  const address = "imobiliaria@exemplo.com.br";
  expect(calls).toEqual([["give_address_by_link", { ...byHash, lease_id: leaseId, address }]]);
});

it.each(requests)("an address that does not act gets 404: $action", async (request) => {
  const { status, kicks } = await change(request, null);
  expect([status, kicks()]).toEqual([404, 0]);
});

it.each([
  { action: "ask", contractId, endingId, kind: "regret" },
  { action: "state", endingId },
  { action: "withdraw" },
  { action: "renew", leaseId: "1" },
  { action: "give-address", leaseId, address: "sem arroba" },
  { action: "close", leaseId },
])("an invalid request is refused without a call of the database: %j", async (request) => {
  const { status, calls } = await change(request, { outcome: "asked" });
  expect([status, calls]).toEqual([422, []]);
});
