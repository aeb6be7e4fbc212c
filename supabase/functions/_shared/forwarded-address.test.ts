import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectAuth } from "./auth.ts";
import { connectParts } from "./parts.ts";
import { publishableKey, secretKey } from "./parts-for-tests.ts";

/** HTTP requests that the test's auth server received. */
let received: { path: string; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  received.push({ path: request.url ?? "", headers: request.headers });
  response.writeHead(400, { "content-type": "application/json" });
  response.end(JSON.stringify({ error_code: "invalid_credentials", msg: "no" }));
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => void server.close());
beforeEach(() => void (received = []));

const auth = () => connectAuth({ url, publishableKey, secretKey });
const calls = {
  signIn: (caller: string | null) => auth().signIn("a@b.co", "senha", caller),
  hasPassword: (caller: string | null) => auth().hasPassword("a@b.co", "senha", caller),
};

describe.each(Object.entries(calls))("%s", (_name, call) => {
  it("names the caller to the auth server, with the secret key that makes it trusted", async () => {
    await call("203.0.113.7");
    expect(received).not.toHaveLength(0);
    for (const { headers } of received) {
      expect(headers["sb-forwarded-for"]).toBe("203.0.113.7");
      expect(headers["apikey"]).toBe(secretKey);
    }
  });

  it.each([null, "unnamed-7"])(
    "names no caller when the address is unknown: %s",
    async (caller) => {
      await call(caller);
      expect(received).not.toHaveLength(0);
      for (const { headers } of received) expect(headers).not.toHaveProperty("sb-forwarded-for");
    },
  );
});

it("never reads the address from a header that a caller can write", () => {
  const { callerAddress } = connectParts(
    {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: { default: publishableKey },
      SUPABASE_SECRET_KEYS: { default: secretKey },
      SITE_URL: "https://site.example",
      ALLOWED_ORIGINS: ["https://site.example"],
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "Payser <a@payser.example>",
      STAFF_INBOX: "a@payser.example",
      ADDRESS_HASH_KEY: "a secret of at least thirty-two characters",
      CLIENT_ADDRESS_HEADER: "cf-connecting-ip",
    },
    () => undefined,
  );
  const forged = { "sb-forwarded-for": "198.51.100.1", "x-forwarded-for": "198.51.100.2" };
  const request = (headers: Record<string, string>) =>
    new Request("https://functions.example/", { headers });
  expect(callerAddress(request({ ...forged, "cf-connecting-ip": "203.0.113.7" }))).toBe(
    "203.0.113.7",
  );
  expect(callerAddress(request(forged))).toMatch(/^unnamed-\d+$/);
});
