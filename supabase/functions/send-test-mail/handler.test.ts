import { describe, expect, it } from "vitest";
import { seedContent } from "../_shared/content/seed-content.ts";
import { partsForTests, post, siteOrigin, studioOrigin } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const words = seedContent.mailTexts.contractEnded;
const answers = { open_test_mail: () => null, queue_test_mail: () => null };

async function send(body: object, origin = studioOrigin) {
  const fake = partsForTests(answers);
  const mail = { token: "editor-token", mail: "contractEnded", words, ...body };
  const response = await createHandler(fake.parts)(post(mail, { origin }));
  const reply: unknown = await response.json();
  return { status: response.status, reply, calls: fake.calls, kicks: fake.kicks() };
}

const counted = ["open_test_mail", { address_hash: "hash of 203.0.113.7" }];

describe("a test mail", () => {
  it("goes only to the address that the content API names", async () => {
    const { reply, calls, kicks } = await send({ email: "outra@exemplo.com.br", recipient: "x" });
    expect(reply).toEqual({ ok: true, data: { email: "ed@payser.example" } });
    const payload = { mail: "contractEnded", words };
    expect(calls).toEqual([
      counted,
      ["queue_test_mail", { recipient: "ed@payser.example", payload }],
    ]);
    expect(kicks).toBe(1);
  });

  it("is not sent for an unknown token, and the attempt counts", async () => {
    const { status, calls } = await send({ token: "adivinhado" });
    expect(status).toBe(401);
    expect(calls).toEqual([counted]);
  });

  it.each([siteOrigin, "https://evil.example", "null"])("is not sent from %s", async (origin) => {
    const { status, calls } = await send({}, origin);
    expect(status).toBe(403);
    expect(calls).toEqual([]);
  });

  it("may not name a variable of another mail", async () => {
    const { status, calls } = await send({ words: { ...words, heading: "{{answerBy}}" } });
    expect(status).toBe(422);
    expect(calls).toEqual([counted]);
  });

  it.each<[what: string, body: object]>([
    ["no subject", { words: { ...words, subject: " " } }],
    ["no paragraph", { words: { ...words, paragraphs: [] } }],
    ["a subject without end", { words: { ...words, subject: "a".repeat(301) } }],
    ["a mail that there is not", { mail: "toString" }],
    ["a token that breaks a header", { token: "a\r\nx: y" }],
    ["no token", { token: "" }],
  ])("is not sent with %s", async (_what, body) => {
    const { status, calls } = await send(body);
    expect(status).toBe(422);
    expect(calls).toEqual([]);
  });
});
