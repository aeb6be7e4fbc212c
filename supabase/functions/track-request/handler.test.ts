import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const tracked = {
  protocol: "PS-2026-00000011",
  status: "pending",
  receivedAt: "2026-11-22T17:00:00+00:00",
  answerDueAt: "2026-11-23T17:00:00+00:00",
};

it("asks with a hash of the secret and returns only the state of the request", async () => {
  const fake = partsForTests({ track_request: () => ({ ...tracked, cpf: "52998224725" }) });
  const response = await createHandler(fake.parts)(post({ secret: "abc" }));
  expect(await response.json()).toEqual({ ok: true, data: tracked });
  expect(fake.calls).toEqual([
    [
      "track_request",
      {
        secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        address_hash: "hash of 203.0.113.7",
      },
    ],
  ]);
});

it.each(["wrong", "", "x".repeat(200)])("answers 404 to an unknown secret", async (secret) => {
  const fake = partsForTests({ track_request: () => null });
  const response = await createHandler(fake.parts)(post({ secret }));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ ok: false, error: { code: "not_found" } });
});
