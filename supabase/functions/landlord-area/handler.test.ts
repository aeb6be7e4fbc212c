import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const shown = { contracts: [], waiting: [] };
const byHash = {
  secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  address_hash: "hash of 203.0.113.7",
};

it("asks with a hash of the secret, and tells no more than the contract of its answer", async () => {
  const fake = partsForTests({
    landlord_area: () => ({ ...shown, address: "jose@exemplo.com.br" }),
  });
  const response = await createHandler(fake.parts)(post({ secret: "abc" }));
  expect(await response.json()).toEqual({ ok: true, data: shown });
  expect(fake.calls).toEqual([["landlord_area", byHash]]);
  expect(fake.kicks()).toBe(0);
});

it("hands on what is answered, and has the mail sent that follows", async () => {
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
