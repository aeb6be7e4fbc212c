import { Mask, type MaskInputOptions } from "maska";
import { describe, expect, it } from "vitest";
import { parseMoney } from "../../supabase/functions/_shared/contracts/money.ts";
import { cpfMask, moneyMask, phoneMask } from "./input-masks.ts";

const masked = (options: MaskInputOptions, text: string) =>
  new Mask(options).masked(options.preProcess?.(text) ?? text);

describe("masks of what is typed or pasted", () => {
  it.each([
    [cpfMask, "52998224725", "529.982.247-25"],
    [cpfMask, " 529.982.247-25 ", "529.982.247-25"],
    [cpfMask, "529 982", "529.982"],
    [phoneMask, "4433334444", "(44) 3333-4444"],
    [phoneMask, "44999998888", "(44) 99999-8888"],
    [phoneMask, "+55 (44) 99999-8888", "(44) 99999-8888"],
    [phoneMask, "351912345678", "351912345678"],
    [moneyMask, "1850", "1.850"],
    [moneyMask, "1850,", "1.850,"],
    [moneyMask, "R$ 1.850,50", "1.850,50"],
    [moneyMask, "R$\u00a01.850,50", "1.850,50"],
    [moneyMask, "0,05", "0,05"],
    [moneyMask, "abc", ""],
  ])("%# %o gives %s", (mask, text, expected) => {
    expect(masked(mask, text)).toBe(expected);
  });

  it("keep the amount that the contract reads", () => {
    for (const typed of ["1850", "1.850,5", "R$ 12.345,67", "0,99"]) {
      expect(parseMoney(masked(moneyMask, typed))).toBe(parseMoney(typed));
    }
  });
});
