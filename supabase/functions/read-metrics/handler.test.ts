import { describe, expect, it } from "vitest";
import { partsForTests, post, secretKey } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const metricsKey = "a key of at least thirty-two characters";
const metrics = { mailWaiting: 2 };

async function ask(key: string | undefined, headers: Record<string, string>) {
  const { parts, calls } = partsForTests(
    { backend_metrics: () => metrics },
    {
      metricsKey: key,
      sharedKeys: {
        FORWARD_KEY: "a key that the site has as well, of 32",
        ADDRESS_HASH_KEY: undefined,
      },
    },
  );
  const answer = await createHandler(parts)(post({}, headers));
  return { status: answer.status, body: await answer.json(), asked: calls.length };
}

describe("read-metrics", () => {
  it("returns the database's counts to a caller with its key", async () => {
    expect(await ask(metricsKey, { "x-metrics-key": metricsKey })).toEqual({
      status: 200,
      body: {
        ok: true,
        data: {
          ...metrics,
          functions: {
            build: "desenvolvimento",
            isCallerNamed: true,
            keys: { FORWARD_KEY: expect.stringMatching(/^[0-9a-f]{8}$/), ADDRESS_HASH_KEY: null },
          },
        },
      },
      asked: 1,
    });
  });

  it.each([
    ["no key", metricsKey, {}],
    ["another key", metricsKey, { "x-metrics-key": `${metricsKey}.` }],
    ["the secret key, which is another's", metricsKey, { apikey: secretKey }],
    ["nothing where there is no key", undefined, { "x-metrics-key": "" }],
    ["anything where there is no key", undefined, { "x-metrics-key": "undefined" }],
  ])("refuses %s without a database call", async (_what, key, headers) => {
    expect(await ask(key, headers)).toMatchObject({ status: 401, asked: 0 });
  });
});
