import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const form = { protocol: "ps 2026 0000oo1l", email: " Ana@Exemplo.com " };

it("passes protocol and address on as stored, and answers nothing about them", async () => {
  const fake = partsForTests({ request_tracking_link: () => null });
  const response = await createHandler(fake.parts)(post(form));
  expect(await response.json()).toEqual({ ok: true, data: {} });
  expect(fake.calls).toEqual([
    [
      "request_tracking_link",
      {
        protocol: "PS-2026-00000011",
        email: "ana@exemplo.com",
        address_hash: "hash of 203.0.113.7",
      },
    ],
  ]);
  expect(fake.kicks()).toBe(1);
});

it("answers after a fixed time", async () => {
  let clock = 0;
  const fake = partsForTests(
    { request_tracking_link: () => void (clock += 30) },
    { now: () => clock },
  );
  await createHandler(fake.parts)(post(form));
  expect(fake.waits).toEqual([370]);
});

it("explains a wrong protocol without a database call", async () => {
  const fake = partsForTests();
  const response = await createHandler(fake.parts)(post({ ...form, protocol: "PS-2026-00000012" }));
  expect(await response.json()).toMatchObject({
    error: { fields: { protocol: expect.stringContaining("protocolo") } },
  });
  expect(fake.calls).toEqual([]);
});
