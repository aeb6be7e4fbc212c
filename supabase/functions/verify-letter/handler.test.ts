import { expect, it } from "vitest";
import { specimenCode } from "#contracts/leases/letters.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const found = {
  state: "in_force",
  tenant: "A. B. R.",
  city: "Maringá, PR",
  limit: 15_540,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  issuedAt: "2026-11-22T20:00:00+00:00",
  fileSha256: "a".repeat(64),
};

it.each(["7K3MQ9ZT4B0X", "7k3m-q9zt-4b0x", " 7K3M Q9ZT 4BOX "])(
  "reads %j as a code, and answers only the state of the letter",
  async (code) => {
    const fake = partsForTests({ verify_letter: () => ({ ...found, tenantName: "Ana" }) });
    const response = await createHandler(fake.parts)(post({ code }));
    expect(await response.json()).toEqual({ ok: true, data: found });
    expect(fake.calls).toEqual([
      ["verify_letter", { code: "7K3MQ9ZT4B0X", address_hash: "hash of 203.0.113.7" }],
    ]);
  },
);

it.each([
  ["receipt", {}],
  ["reversed", { reversedOn: "2026-11-25" }],
])("answers the %s of a receipt's code, without the name", async (state, changes) => {
  const receipt = {
    state,
    kind: "payment",
    amount: 888,
    paidOn: "2026-11-20",
    tenant: "A. B. R.",
    contract: "PF-2026-••••••0C72",
    pays: [{ kind: "fee", instalment: 2, instalments: 3, paid: 888 }],
    ...changes,
  };
  const fake = partsForTests({ verify_letter: () => ({ ...receipt, tenantName: "Ana" }) });
  const response = await createHandler(fake.parts)(post({ code: "7K3MQ9ZT4B0X" }));
  expect(await response.json()).toEqual({ ok: true, data: receipt });
});

it.each([specimenCode, "EXEM-PLO0-0000"])(
  "recognises the specimen (%s) without a database call",
  async (code) => {
    const fake = partsForTests();
    const response = await createHandler(fake.parts)(post({ code }));
    expect(await response.json()).toEqual({ ok: true, data: { state: "specimen" } });
    expect(fake.calls).toEqual([]);
  },
);

it("answers 404 to a wrong code, after the same time as to a correct one", async () => {
  const wrong = partsForTests({ verify_letter: () => null });
  const response = await createHandler(wrong.parts)(post({ code: "000000000000" }));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ ok: false, error: { code: "not_found" } });
  const right = partsForTests({ verify_letter: () => found });
  await createHandler(right.parts)(post({ code: "7K3MQ9ZT4B0X" }));
  expect(wrong.waits).toEqual(right.waits);
});

it.each(["", "7K3M-Q9ZT", "7K3M-Q9ZT-4B0U", "x".repeat(61), null])(
  "refuses %j without a database call",
  async (code) => {
    const fake = partsForTests();
    expect((await createHandler(fake.parts)(post({ code }))).status).toBe(422);
    expect(fake.calls).toEqual([]);
  },
);
