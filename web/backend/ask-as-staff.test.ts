import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { readReply } from "./ask-as-staff.ts";

/** Asks a server that gives this answer to everything. */
function ask(status: number, body: unknown) {
  const answer = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
  return createClient("http://data.invalid", "key", { global: { fetch: answer } })
    .from("contracts")
    .select();
}

describe("a reply of the data API", () => {
  it("gives its rows", async () => {
    expect(readReply(await ask(200, [{ id: 1 }]))).toEqual([{ id: 1 }]);
  });

  it.each([
    [401, "session-ended"],
    [403, "forbidden"],
    [409, "refused"],
    [400, "unavailable"],
    [500, "unavailable"],
  ])("of status %d fails as %s", async (status, reason) => {
    const reply = await ask(status, { message: "Acesso não permitido." });
    expect(() => readReply(reply)).toThrow(
      expect.objectContaining({ reason, message: "Acesso não permitido." }),
    );
  });
});
