import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-password.ts";

const isCommon = (password: string) => isCommonPassword(password, "joana.prado@exemplo.com.br");

describe("a common password", () => {
  it.each([
    "123456789012",
    "qwerty123456",
    "Flamengo2024!",
    "p@ssw0rd2026!",
    "senhasenhasenha",
    "Payser-202611",
    "joana.prado123",
    "aaaaaaaaaaaa",
    "Imobiliária2026",
  ])("%s is refused", async (password) => {
    expect(await isCommon(password)).toBe(true);
  });

  it.each(["cavalo bateria grampo", "xK9#mQ2$vL7p", "o gato dorme às sete", "trovão-lilás-41"])(
    "%s is accepted",
    async (password) => {
      expect(await isCommon(password)).toBe(false);
    },
  );
});
