import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const form = { secret: "A".repeat(22) };

it("sends the database a hash of the link, starts delivery, and says whether a mail was queued", async () => {
  const fake = partsForTests({ request_first_access: () => ({ changed: true }) });
  const response = await createHandler(fake.parts)(post(form));
  expect(await response.json()).toEqual({ ok: true, data: { changed: true } });
  expect(fake.calls).toEqual([
    [
      "request_first_access",
      {
        secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        address_hash: "hash of 203.0.113.7",
      },
    ],
  ]);
  expect(fake.kicks()).toBe(1);
});

it("answers 404 to an unknown link", async () => {
  const fake = partsForTests({ request_first_access: () => null });
  expect((await createHandler(fake.parts)(post(form))).status).toBe(404);
  expect(fake.kicks()).toBe(0);
});
