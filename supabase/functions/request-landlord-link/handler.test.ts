import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

it("passes the address on, and answers nothing about it after a fixed time", async () => {
  let clock = 0;
  const fake = partsForTests(
    { request_landlord_link: () => void (clock += 30) },
    { now: () => clock },
  );
  const response = await createHandler(fake.parts)(post({ email: " Jose@Exemplo.com.br" }));
  expect(await response.json()).toEqual({ ok: true, data: {} });
  expect(fake.calls).toEqual([
    [
      "request_landlord_link",
      { email: "jose@exemplo.com.br", address_hash: "hash of 203.0.113.7" },
    ],
  ]);
  expect(fake.waits).toEqual([370]);
  expect(fake.kicks()).toBe(1);
});
