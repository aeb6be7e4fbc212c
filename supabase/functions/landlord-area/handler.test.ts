import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const shown = { leases: [], waiting: [] };
const byHash = {
  secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  address_hash: "hash of 203.0.113.7",
};

it("calls the database with a hash of the secret, and answers only with the fields of its contract", async () => {
  const fake = partsForTests({
    landlord_area: () => ({ ...shown, address: "jose@exemplo.com.br" }),
  });
  const response = await createHandler(fake.parts)(post({ secret: "abc" }));
  expect(await response.json()).toEqual({ ok: true, data: shown });
  expect(fake.calls).toEqual([["landlord_area", byHash]]);
  expect(fake.kicks()).toBe(0);
});

it("stores an answer and starts the delivery of the mails that follow", async () => {
  const fake = partsForTests({ landlord_area: () => shown });
  const contactId = crypto.randomUUID();
  await createHandler(fake.parts)(post({ secret: "abc", answer: { contactId, isMine: true } }));
  expect(fake.calls).toEqual([
    ["landlord_area", { ...byHash, contact_id: contactId, is_mine: true }],
  ]);
  expect(fake.kicks()).toBe(1);
});

it.each(["wrong", "", "x".repeat(200)])("answers 404 to an unknown secret", async (secret) => {
  const fake = partsForTests({ landlord_area: () => null });
  expect((await createHandler(fake.parts)(post({ secret }))).status).toBe(404);
});

it.each([{ contactId: "1", isMine: true }, { contactId: crypto.randomUUID() }, "sim"])(
  "refuses the answer %j without asking the database",
  async (answer) => {
    const fake = partsForTests();
    expect((await createHandler(fake.parts)(post({ secret: "abc", answer }))).status).toBe(422);
    expect(fake.calls).toEqual([]);
  },
);

it("shows one lease in full when the request names it", async () => {
  const fake = partsForTests({ landlord_area: () => shown });
  const leaseId = crypto.randomUUID();
  await createHandler(fake.parts)(post({ secret: "abc", leaseId }));
  expect(fake.calls).toEqual([["landlord_area", { ...byHash, lease_id: leaseId }]]);
  expect((await createHandler(fake.parts)(post({ secret: "abc", leaseId: "1" }))).status).toBe(422);
});
