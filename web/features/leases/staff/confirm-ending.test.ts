import { describe, expect, it } from "vitest";
import { fieldMessages } from "#contracts/reply.ts";
import type { HandoverStatement } from "#contracts/leases/endings.ts";
import { confirmRules } from "./ending-dialogs.tsx";

const said = (side: HandoverStatement["side"], keysOn: string) =>
  ({ side, keysOn, statedAt: "2026-11-20T12:00:00Z" }) as const;
const days = { first: "2026-01-01", last: "2026-12-31" };

function messagesOf(
  statements: HandoverStatement[],
  given: { keys_on?: string; keys_note?: string },
  keys_on: string | null = "2026-11-18",
) {
  const { error } = confirmRules({ keys_on, statements }, days).safeParse(given);
  return error ? fieldMessages(error) : {};
}

describe("confirmRules", () => {
  const tenant = said("tenant", "2026-11-18");
  const note = { keys_note: "As partes não informam este mesmo dia: escreva por que ele vale" };

  it("needs no note for the day that all sides state", () => {
    expect(messagesOf([tenant], { keys_on: "2026-11-18" })).toEqual({});
    expect(
      messagesOf([tenant, said("landlord", "2026-11-18")], {
        keys_on: "2026-11-18",
        keys_note: "",
      }),
    ).toEqual({});
  });

  it("needs a note when the sides state different days, or staff choose another day", () => {
    const contested = [tenant, said("landlord", "2026-11-20")];
    expect(messagesOf(contested, { keys_on: "2026-11-20" })).toEqual(note);
    expect(messagesOf([tenant], { keys_on: "2026-11-19" })).toEqual(note);
    expect(
      messagesOf(contested, { keys_on: "2026-11-20", keys_note: "O porteiro confirmou." }),
    ).toEqual({});
  });

  it("takes a day of the term only, and no day for a lease that never began", () => {
    expect(messagesOf([tenant], { keys_on: "2027-01-01", keys_note: "Recibo" })).toEqual({
      keys_on: "A data não pode ser depois do término do contrato",
    });
    expect(messagesOf([], {}, null)).toEqual({});
  });
});
