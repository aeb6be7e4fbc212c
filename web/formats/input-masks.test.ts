import { assert, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMoney } from "../../supabase/functions/_shared/contracts/money.ts";
import { maskCpf, maskMoney, maskPhone } from "./input-masks.ts";

describe("what is typed or pasted", () => {
  it.each([
    ["5", "5"],
    ["5299", "529.9"],
    ["529982247", "529.982.247"],
    ["52998224725", "529.982.247-25"],
    [" 529.982.247-25 ", "529.982.247-25"],
    ["529 982 247 25 99", "529.982.247-25"],
  ])("as a CPF, %j becomes %j", (typed, masked) => {
    expect(maskCpf(typed)).toBe(masked);
  });

  it.each([
    ["44", "44"],
    ["449", "(44) 9"],
    ["4433334444", "(44) 3333-4444"],
    ["44999998888", "(44) 99999-8888"],
    ["+55 (44) 99999-8888", "(44) 99999-8888"],
    ["+351 912 345 678", "351912345678"],
  ])("as a phone, %j becomes %j", (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked);
  });

  it.each([
    ["1850", "1.850"],
    ["1850,", "1.850,"],
    ["1234567,891", "1.234.567,89"],
    ["R$ 1.850,50", "1.850,50"],
    ["R$\u00a01.850,50", "1.850,50"],
    ["0,05", "0,05"],
    [",5", "0,5"],
    ["007", "7"],
    ["abc", ""],
  ])("as money, %j becomes %j", (typed, masked) => {
    expect(maskMoney(typed)).toBe(masked);
  });

  it("does not change when it is formatted already", () => {
    for (const mask of [maskCpf, maskPhone, maskMoney]) {
      assert(
        property(string(), (typed) => {
          expect(mask(mask(typed))).toBe(mask(typed));
        }),
      );
    }
  });

  it("keeps the amount that the contract reads", () => {
    const amounts = integer({ min: 0, max: 999_999_999_999 });
    assert(
      property(amounts, (cents) => {
        const typed = (cents / 100).toFixed(2).replace(".", ",");
        expect(parseMoney(maskMoney(typed))).toBe(parseMoney(typed));
      }),
    );
  });
});
