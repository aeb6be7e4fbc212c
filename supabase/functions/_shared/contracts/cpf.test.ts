import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpfField } from "./cpf.ts";

const isCpf = (typed: string) => cpfField().safeParse(typed).success;

describe("a CPF", () => {
  it.each(["529.982.247-25", "52998224725", " 529 982 247 25 ", "529982247\u201125"])(
    "%j is stored as its digits",
    (typed) => {
      expect(cpfField().safeParse(typed).data).toBe("52998224725");
    },
  );

  it.each([
    "",
    "529.982.247",
    "529.982.247-24",
    "111.111.111-11",
    "529982247255",
    "529.982.247/25",
    "5299822472a",
    null,
  ])("refuses %j with the specified message", (typed) => {
    expect(cpfField().safeParse(typed).error?.issues[0]?.message).toBe("CPF inválido");
  });

  it("has exactly one valid pair of check digits for each nine digits", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (nine) => {
        fc.pre(!/^(\d)\1{8}$/.test(nine));
        const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, "0"));
        expect(pairs.filter((pair) => isCpf(nine + pair))).toHaveLength(1);
      }),
    );
  });

  it("notices any single digit typed wrong", () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(9), (position, digit) => {
        const cpf = "52998224725";
        fc.pre(cpf[position] !== String(digit));
        expect(isCpf(cpf.slice(0, position) + String(digit) + cpf.slice(position + 1))).toBe(false);
      }),
    );
  });
});
