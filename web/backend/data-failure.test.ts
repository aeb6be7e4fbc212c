import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { readReply } from "./data-failure.ts";

/** Calls the data API of a server that gives every HTTP request this status and body. */
function ask(status: number, body: unknown) {
  const answer = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
  return createClient("http://data.invalid", "key", { global: { fetch: answer } })
    .from("contracts")
    .select();
}

describe("readReply", () => {
  it("returns the rows", async () => {
    expect(readReply(await ask(200, [{ id: 1 }]))).toEqual([{ id: 1 }]);
  });

  it("keeps the sentence of a refusal, with the field that it names", async () => {
    const message = "Informe um nome de 3 a 100 caracteres.";
    const reply = await ask(422, { code: "PT422", message, details: "full_name" });
    expect(() => readReply(reply)).toThrow(
      expect.objectContaining({ sentence: message, fields: { full_name: message } }),
    );
  });

  it.each([
    [401, "PGRST301", "session-ended"],
    [403, "42501", "forbidden"],
    [403, "PT403", "no-right"],
    [404, "PT404", "missing"],
    [404, "PGRST202", "unavailable"],
    [409, "PT409", "refused"],
    [409, "23505", "unavailable"],
    [429, "PT429", "refused"],
    [400, "23514", "unavailable"],
    [500, "XX000", "unavailable"],
  ])("fails for status %d and code %s as %s", async (status, code, reason) => {
    const reply = await ask(status, { code, message: "Acesso não permitido." });
    expect(() => readReply(reply)).toThrow(
      expect.objectContaining({ reason, message: "Acesso não permitido." }),
    );
  });
});
