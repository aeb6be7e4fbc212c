import { describe, expect, it } from "vitest";
import { phoneField } from "./phone.ts";

const field = phoneField("Telefone inválido");
const messageFor = (value: unknown) => field.safeParse(value).error?.issues[0]?.message;

describe("a phone", () => {
  it.each([
    ["(44) 99999-8888", "44999998888"],
    ["4433334444", "4433334444"],
    ["+55 44 99999\u20118888", "44999998888"],
    ["\u200e55 (55) 99999-8888", "55999998888"],
    ["55999998888", "55999998888"],
    ["123456789012345", "123456789012345"],
  ])("%j is stored as %s", (typed, digits) => {
    expect(field.safeParse(typed).data).toBe(digits);
    expect(field.safeParse(digits).data).toBe(digits);
  });

  it("counts digits, not the characters of the mask", () => {
    expect(messageFor("(44) 9999-888")).toBe("Telefone inválido");
    expect(messageFor("(44) 99999-8888 ramal 2")).toBe("Telefone inválido");
    expect(messageFor("1234567890123456")).toBe("Telefone deve ter no máximo 15 dígitos");
    expect(messageFor(undefined)).toBe("Telefone inválido");
  });
});
