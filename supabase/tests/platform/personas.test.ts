import postgres from "postgres";
import { expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { testStack } from "../support/test-stack.ts";

const claims = z.object({ iat: z.number() });

/** Returns the second in which a persona's access token was made. */
function secondOf({ headers }: { headers: Record<string, string> }): number {
  const payload = headers["authorization"]?.split(".")[1] ?? "";
  return claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString())).iat;
}

test("a file that begins an hour after the worker's first file has personas with live sessions", async () => {
  const first = await testStack();
  await first.close();
  const url = new URL(first.database.adminUrl);
  url.pathname = "/personas";
  const template = postgres(url.href, { max: 1, onnotice: () => undefined });
  await template`update auth.sessions set created_at = created_at - interval '61 minutes'`;
  await template.end();
  const begun = Math.floor(Date.now() / 1000);
  const { personas, close, ...stack } = await testStack();
  // The right owner also needs the second factor, which belongs to the session.
  const { status } = await callFunction(stack, personas.staff, "list_audit");
  expect(status).toBe(200);
  for (const persona of [personas.tenant, personas.staff])
    expect(secondOf(persona)).toBeGreaterThanOrEqual(begun);
  await close();
});
