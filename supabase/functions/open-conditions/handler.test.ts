import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const offerId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const open = async (found: unknown) => {
  const fake = partsForTests({ find_conditions: () => found });
  return { ...fake, response: await createHandler(fake.parts)(post({ secret: "abc", offerId })) };
};

it("finds the conditions by a hash of the secret, and returns a link to them", async () => {
  const { response, calls } = await open({ path: "o/c.pdf", protocol: "PS-2026-00000011" });
  expect(await response.json()).toEqual({
    ok: true,
    data: { url: "https://files.example/offer-documents/o/c.pdf" },
  });
  expect(calls).toEqual([
    [
      "find_conditions",
      {
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        offer_id: offerId,
        address_hash: "hash of 203.0.113.7",
      },
    ],
  ]);
});

it("returns no link to conditions of another secret", async () => {
  const { response } = await open(null);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ ok: false, error: { code: "not_found" } });
});
