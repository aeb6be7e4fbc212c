import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const correctionId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";
const typed = { correctionId, fullName: "Ana Beatriz Ribeiro" };

async function accept(result: unknown, body: object, headers: Record<string, string> = {}) {
  const fake = partsForTests({ accept_correction: () => result });
  const request = post({ ...typed, ...body }, { "user-agent": "Navegador", ...headers });
  return { ...fake, response: await createHandler(fake.parts)(request) };
}

const bySecret = {
  secret_hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
};

it.each([
  ["the link of the request", { secret: "abc" }, {}, bySecret],
  ["who is signed in", {}, { authorization: "Bearer staff-token" }, { account: "staff-id" }],
])(
  "passes on the acceptance of %s, and starts the letter at once",
  async (_who, body, headers, account) => {
    const { response, calls, documentKicks } = await accept({ outcome: "applied" }, body, headers);
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(calls).toEqual([
      [
        "accept_correction",
        {
          correction_id: correctionId,
          full_name: typed.fullName,
          address_hash: "hash of 203.0.113.7",
          user_agent: "Navegador",
          ...account,
        },
      ],
    ]);
    expect(documentKicks()).toBe(1);
  },
);

it("makes no database call without a link or a session", async () => {
  for (const headers of [{}, { authorization: "Bearer ended" }]) {
    const { response, calls } = await accept(null, {}, headers);
    expect([response.status, calls]).toEqual([401, []]);
  }
});

it.each([
  [null, 404, "not_found"],
  [{ outcome: "withdrawn" }, 409, "conflict"],
  [{ outcome: "closed" }, 409, "conflict"],
  [{ outcome: "name" }, 422, "invalid_fields"],
])("explains the refusal: %j", async (result, status, code) => {
  const { response, documentKicks } = await accept(result, { secret: "abc" });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ ok: false, error: { code } });
  expect(documentKicks()).toBe(0);
});
