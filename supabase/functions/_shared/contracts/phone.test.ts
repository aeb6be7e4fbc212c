import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneField } from "./phone.ts";

const field = phoneField("Telefone inválido");
const unclear = "Confira o número; se for de outro país, comece com + e o código dele";
const messageFor = (value: unknown) => field.safeParse(value).error?.issues[0]?.message;

describe("a phone", () => {
  it.each([
    ["(44) 99999-8888", "44999998888"],
    ["4433334444", "4433334444"],
    ["+55 44 99999\u20118888", "44999998888"],
    ["\u200e55 (55) 99999-8888", "55999998888"],
    ["55999998888", "55999998888"],
    ["123456789012345", "123456789012345"],
    ["044 99999-8888", "44999998888"],
    ["(044) 3333-4444", "4433334444"],
    ["0 15 44 99999-8888", "44999998888"],
    ["+55 (044) 99999-8888", "44999998888"],
    ["(+55) 44 99999-8888", "44999998888"],
    ["0800 123 4567", "08001234567"],
    ["+1 415 555 2671", "+14155552671"],
    ["+351 912 345 678", "+351912345678"],
    ["+44 9999 988888", "+449999988888"],
  ])("%j is stored as %s", (typed, digits) => {
    expect(field.safeParse(typed).data).toBe(digits);
    expect(field.safeParse(digits).data).toBe(digits);
  });

  it.each([
    ["+1 415 555", "Telefone inválido"],
    ["+1 415 555 2671 ramal 2", "Telefone inválido"],
    ["44+99999-8888", "Telefone inválido"],
    ["+0 44 99999-8888", unclear],
    ["+55 44 99999-88888", unclear],
    ["+55 04 99999-8888", unclear],
    ["00 1 415 555 2671", unclear],
    ["+1234567890123456", "Telefone deve ter no máximo 15 dígitos"],
  ])("refuses %j rather than store another number: %s", (typed, message) => {
    expect(messageFor(typed)).toBe(message);
  });

  it("of another country never becomes a Brazilian one, nor the other way round", () => {
    const separator = fc.constantFrom("", " ", "-", ".");
    const foreign = fc.tuple(fc.stringMatching(/^[1-9]\d{9,14}$/), separator);
    fc.assert(
      fc.property(foreign, ([digits, between]) => {
        fc.pre(!digits.startsWith("55"));
        const typed = `+${digits.match(/\d{1,3}/g)?.join(between)}`;
        expect(field.safeParse(typed).data).toBe(`+${digits}`);
      }),
    );
    const brazilian = fc.tuple(
      fc.constantFrom("", "+55", "+55 ", "55", "0", "015", "+550"),
      fc.stringMatching(/^[1-9]{2}(9\d{8}|[2-5]\d{7})$/),
    );
    fc.assert(
      fc.property(brazilian, ([prefix, digits]) => {
        expect(field.safeParse(prefix + digits).data).toBe(digits);
      }),
    );
  });

  it("counts digits, not the characters of the mask", () => {
    expect(messageFor("(44) 9999-888")).toBe("Telefone inválido");
    expect(messageFor("(44) 99999-8888 ramal 2")).toBe("Telefone inválido");
    expect(messageFor("1234567890123456")).toBe("Telefone deve ter no máximo 15 dígitos");
    expect(messageFor(undefined)).toBe("Telefone inválido");
  });
});
