import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectSupabase } from "./connect-supabase.ts";

const asked: Pick<IncomingMessage, "url" | "headers">[] = [];
const server = createServer(({ url, headers }, response) => {
  asked.push({ url, headers });
  response.setHeader("content-type", "application/json").end("[]");
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => void server.close());
beforeEach(() => void asked.splice(0));

const client = () => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const backend = { url, publishableKey: "chave", takesNativePosts: false };
  return connectSupabase(backend, "sessao", storage);
};

test("each call of the data API has its own request id", async () => {
  await client().from("contracts").select("id");
  await client().rpc("staff_counts");
  const ids = asked.map(({ headers }) => headers["x-request-id"]);
  expect(ids).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)]);
  expect(new Set(ids).size).toBe(2);
  expect(asked.map(({ headers }) => headers["apikey"])).toEqual(["chave", "chave"]);
});

test("calls of the auth server have no request id, which CORS would refuse", async () => {
  await client().auth.signInWithPassword({ email: "a@b.co", password: "senha" });
  expect(asked.map(({ headers }) => headers["x-request-id"])).toEqual([undefined]);
});
