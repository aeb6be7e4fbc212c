// @vitest-environment jsdom
import { Maskito } from "@maskito/core";
import {
  array,
  assert,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
  string,
} from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { cpfField, phoneField, readPhone } from "#contracts/fields/people.ts";
import { moneyField, parseMoney } from "#contracts/fields/money.ts";
import { type InputMaskName, inputMasks } from "./input-mask.tsx";

const fields = {
  cpf: cpfField(),
  money: moneyField("Falta"),
  phone: phoneField("Falta"),
} as const;

afterEach(() => document.body.replaceChildren());

/** Creates a masked field and a function that changes the field with the events that browsers send. */
function openField(name: InputMaskName) {
  const input = document.createElement("input");
  document.body.replaceChildren(input);
  input.focus();
  const mask = new Maskito(input, inputMasks[name]);

  function change(inputType: string, data: string | null, from: number, to: number) {
    const kind = { inputType, data, bubbles: true, cancelable: true };
    if (!input.dispatchEvent(new InputEvent("beforeinput", kind))) return;
    input.value = input.value.slice(0, from) + (data ?? "") + input.value.slice(to);
    input.setSelectionRange(from + (data ?? "").length, from + (data ?? "").length);
    input.dispatchEvent(new InputEvent("input", kind));
  }
  const selection = () => [input.selectionStart ?? 0, input.selectionEnd ?? 0] as const;
  const insert = (inputType: string, text: string) => change(inputType, text, ...selection());

  return {
    get shown() {
      return input.value;
    },
    get caret() {
      return input.selectionStart ?? 0;
    },
    type(text: string) {
      for (const character of text) insert("insertText", character);
    },
    paste: (text: string) => insert("insertFromPaste", text),
    select: (from: number, to = from) => input.setSelectionRange(from, to),
    backspace() {
      const [from, to] = selection();
      if (to > 0) change("deleteContentBackward", null, from === to ? from - 1 : from, to);
    },
    remove() {
      const [from, to] = selection();
      if (from < input.value.length || from < to) {
        change("deleteContentForward", null, from, from === to ? to + 1 : to);
      }
    },
    leave: () => input.blur(),
    close: () => mask.destroy(),
  };
}

function typeInto(name: InputMaskName, text: string) {
  const field = openField(name);
  field.type(text);
  const typed = field.shown;
  field.leave();
  const left = field.shown;
  field.close();
  return { typed, left };
}

function pasteInto(name: InputMaskName, text: string) {
  const field = openField(name);
  field.paste(text);
  const { shown } = field;
  field.leave();
  const left = field.shown;
  field.close();
  return { shown, left };
}

describe("an input mask", () => {
  it.each([
    ["cpf", "5", "5"],
    ["cpf", "5299", "529.9"],
    ["cpf", "529982247", "529.982.247"],
    ["cpf", "52998224725", "529.982.247-25"],
    ["cpf", " 529.982.247-25 ", "529.982.247-25"],
    ["phone", "44", "44"],
    ["phone", "449", "(44) 9"],
    ["phone", "4433334444", "(44) 3333-4444"],
    ["phone", "44999998888", "(44) 99999-8888"],
    ["phone", "044 99999-8888", "(44) 99999-8888"],
    ["phone", "+55 (44) 99999-8888", "(44) 99999-8888"],
    ["phone", "+1 415 555 2671", "+1 415 555 2671"],
    ["phone", "+351 912 345 678", "+351 912 345 678"],
    ["phone", "1 415 555 2671", "14155552671"],
    ["phone", "0800 123 4567", "08001234567"],
    ["money", "1850", "1.850"],
    ["money", "R$ 1.850,50", "1.850,50"],
    ["money", "R$\u00a01.850,50", "1.850,50"],
    ["money", "6500.00", "6.500,00"],
    ["money", "6.500", "6.500"],
    ["money", "1.200.000", "1.200.000"],
    ["money", "1,234.56", "1.234,56"],
    ["money", "12,345,678.9", "12.345.678,90"],
    ["money", "1,234,567", "1.234.567"],
    ["money", "1 234,5", "1.234,50"],
    ["money", "0,05", "0,05"],
    ["money", ",5", "0,50"],
    ["money", "0.5", "0,50"],
    ["money", "007", "7"],
    ["money", "2.000 reais", "2.000"],
    // Unreadable text is never shortened, because the remaining digits could be a different amount.
    ["money", "350 mil", "350 mil"],
    ["money", "1,234", "1,234"],
    ["money", "-500", "-500"],
    ["money", "0.500", "0.500"],
  ] as const)("(%s) formats typed or pasted %j as %j", (name, text, shown) => {
    expect(pasteInto(name, text)).toEqual({ shown, left: shown });
    expect(typeInto(name, text).left.replace(/\s/g, "")).toBe(shown.replace(/\s/g, ""));
  });

  it("keeps a point as typed while it may separate thousands or cents", () => {
    expect(typeInto("money", "6500.0").typed).toBe("6.500.0");
    expect(typeInto("money", "1.20").typed).toBe("1.20");
    expect(typeInto("money", "1.20").left).toBe("1,20");
    expect(typeInto("money", "1.200").typed).toBe("1.200");
  });
});

describe("the caret", () => {
  it.each([
    ["in the middle of an amount", "money", "1234567", 3, "9", "12.934.567", 4],
    ["before an amount", "money", "234", 0, "1", "1.234", 1],
    ["in the middle of a phone", "phone", "4499998888", 6, "7", "(44) 97999-8888", 7],
    ["in the middle of a CPF", "cpf", "5299822472", 5, "1", "529.918.224-72", 6],
  ] as const)(
    "stays after the typed character %s",
    (_where, name, typed, at, key, shown, caret) => {
      const field = openField(name);
      field.type(typed);
      field.select(at);
      field.type(key);
      expect([field.shown, field.caret]).toEqual([shown, caret]);
    },
  );

  it("skips a deleted separator in both directions", () => {
    for (const [name, text, shown, separator] of [
      ["money", "1234", "1.234", 1],
      ["phone", "4433334444", "(44) 3333-4444", 9],
    ] as const) {
      const field = openField(name);
      field.type(text);
      field.select(separator + 1);
      field.backspace();
      expect([field.shown, field.caret]).toEqual([shown, separator]);
      field.remove();
      expect([field.shown, field.caret]).toEqual([shown, separator + 1]);
    }
  });

  it("follows replaced selections and deletes digit by digit to the start", () => {
    const field = openField("money");
    field.type("1234567,89");
    field.select(2, 5);
    field.paste("8");
    expect(field.shown).toBe("18.567,89");
    field.select(0, field.shown.length);
    field.paste("6500.00");
    expect(field.shown).toBe("6.500,00");
    for (let presses = 0; presses < 9; presses += 1) field.backspace();
    expect(field.shown).toBe("");
  });
});

const amount = integer({ min: 1, max: 999_999_999_999 }).map((cents) => cents / 100);
const ways: Record<string, (value: number) => string> = {
  plain: (value) => value.toFixed(2).replace(".", ","),
  keypad: (value) => value.toFixed(2),
  shortest: String,
  brazilian: (value) => value.toLocaleString("pt-BR", { style: "currency", currency: "BRL" }),
  english: (value) => value.toLocaleString("en-US", { minimumFractionDigits: 2 }),
  whole: (value) => Math.ceil(value).toLocaleString("pt-BR"),
};

describe("any input in a field", () => {
  it("keeps the amount in any way of writing it", () => {
    assert(
      property(amount, constantFrom(...Object.keys(ways)), (value, way) => {
        const text = ways[way]?.(value) ?? "";
        const expected = way === "whole" ? Math.ceil(value) : value;
        for (const shown of [typeInto("money", text).left, pasteInto("money", text).left]) {
          expect(shown).toMatch(/^\d{1,3}(\.\d{3})*(,\d\d)?$/);
          expect(parseMoney(shown)).toBe(expected);
        }
      }),
    );
  });

  it("keeps the value of a pasted text", () => {
    for (const name of ["money", "phone"] as const) {
      const text = oneof(
        string({ maxLength: 20 }),
        string({ unit: constantFrom(..."0123456789.,+-() '"), maxLength: 20 }),
      );
      assert(
        property(text, (pasted) => {
          const read = (value: string) => fields[name].safeParse(value).data;
          expect(read(pasteInto(name, pasted).shown)).toBe(read(pasted));
        }),
        { numRuns: 500, examples: [["08.000"]] },
      );
    }
  });

  it("changes the digits key by key as in a field without a mask", () => {
    const keys = constantFrom(..."0123456789,", "Backspace", "Delete");
    const step = record({ key: keys, at: option(integer({ min: 0, max: 20 })) });
    const layouts = { money: /\./g, phone: /\D/g } as const;
    for (const name of ["money", "phone"] as const) {
      const bare = (text: string) => text.replace(layouts[name], "");
      assert(
        property(array(step, { maxLength: 40 }), (steps) => {
          const field = openField(name);
          for (const { key, at } of steps) {
            if (at !== null) field.select(Math.min(at, field.shown.length));
            const { shown } = field;
            if (key === "," && (name === "phone" || shown.includes(","))) continue;
            const before = bare(shown.slice(0, field.caret));
            const after = bare(shown.slice(field.caret));
            const isTyped = (place: number) => bare(shown.charAt(place)) !== "";
            let expected = before + after;
            if (key.length === 1) {
              field.type(key);
              expected = before + key + after;
            } else if (key === "Backspace") {
              if (isTyped(field.caret - 1)) expected = before.slice(0, -1) + after;
              field.backspace();
            } else {
              if (isTyped(field.caret)) expected = before + after.slice(1);
              field.remove();
            }
            const same = name === "money" ? withoutNeedlessZeros(expected) : readPhone(expected);
            expect(bare(field.shown)).toBe(same);
          }
          field.close();
        }),
        { numRuns: 300 },
      );
    }
  });

  it("keeps the value when the field is left", () => {
    const keys = constantFrom(..."0123456789.,+ ", "Backspace", "Delete");
    const step = record({ key: keys, at: option(integer({ min: 0, max: 20 })) });
    for (const name of ["cpf", "money", "phone"] as const) {
      assert(
        property(array(step, { maxLength: 40 }), (steps) => {
          const field = openField(name);
          for (const { key, at } of steps) {
            if (at !== null) field.select(Math.min(at, field.shown.length));
            if (key === "Backspace") field.backspace();
            else if (key === "Delete") field.remove();
            else field.type(key);
          }
          const read = () => fields[name].safeParse(field.shown).data;
          const value = read();
          field.leave();
          expect(read()).toBe(value);
          field.close();
        }),
        { numRuns: 300 },
      );
    }
  });
});

function withoutNeedlessZeros(text: string): string {
  return text.replace(/^0+(?=\d)/, "").replace(/^(?=,)/, "0");
}
