import { describe, expect, it } from "vitest";
import { emailField } from "./email.ts";

describe("an e-mail address", () => {
  it("is trimmed and lower-cased", () => {
    expect(emailField().safeParse(" Ana.Silva@Exemplo.COM.br\n").data).toBe(
      "ana.silva@exemplo.com.br",
    );
  });

  it.each([
    ["joao@café.com.br", "joao@xn--caf-dma.com.br"],
    ["Joao@Imóveis-São-João.COM.BR", "joao@xn--imveis-so-joo-3ebe8v.com.br"],
    ["joao@cafe\u0301.com.br", "joao@xn--caf-dma.com.br"],
    ["joao@xn--caf-dma.com.br", "joao@xn--caf-dma.com.br"],
  ])("with an accent in its domain is the one that is mailed: %s", (typed, address) => {
    expect(emailField().safeParse(typed).data).toBe(address);
  });

  it.each([
    "",
    "joão@exemplo.com.br",
    "ana@café.com/outro",
    "ana@café",
    "ana@outro@café.com.br",
    "ana@１２７.0.0.1",
    "ana",
    "ana@",
    "ana@exemplo",
    "ana@exemplo.com\r\nBcc: outra@exemplo.com",
    "ana@exemplo.com, outra@exemplo.com",
    "Ana <ana@exemplo.com>",
    '"a b"@exemplo.com',
    "ana@exemplo..com",
    42,
    null,
  ])("refuses %j with the specified message", (value) => {
    expect(emailField().safeParse(value).error?.issues[0]?.message).toBe("Email inválido");
  });

  it("has at most 255 characters", () => {
    const domain = `${"d".repeat(60)}.${"d".repeat(60)}.com`;
    const local = "a".repeat(255 - domain.length - 1);
    expect(emailField().safeParse(`${local}@${domain}`).success).toBe(true);
    expect(emailField().safeParse(`a${local}@${domain}`).error?.issues[0]?.message).toBe(
      "Use no máximo 255 caracteres",
    );
  });
});
