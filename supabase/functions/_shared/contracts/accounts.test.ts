import { describe, expect, it } from "vitest";
import {
  contractSignInSchema,
  passwordResetSchema,
  staffSignInSchema,
  staffSignUpSchema,
} from "./accounts.ts";
import { fieldMessages } from "./reply.ts";

const tooShort = "Senha deve ter no mínimo 6 caracteres";

describe("signing in", () => {
  it("names the missing fields of the client tab", () => {
    const result = contractSignInSchema.safeParse({ contractNumber: " ", password: "12345" });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      contractNumber: "Número do contrato é obrigatório",
      password: tooShort,
    });
  });

  it("names the wrong fields of the admin tab", () => {
    const result = staffSignInSchema.safeParse({ email: "x", password: "" });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      email: "Email inválido",
      password: tooShort,
    });
  });

  it("leaves a typed password unchanged", () => {
    const password = "  e\u0301 senha  ";
    expect(staffSignInSchema.parse({ email: "a@b.co", password }).password).toBe(password);
  });
});

describe("a new password", () => {
  it("has at most the 72 bytes that bcrypt reads", () => {
    const account = (password: string) => ({ email: "a@b.co", password });
    expect(staffSignUpSchema.safeParse(account("é".repeat(36))).success).toBe(true);
    expect(staffSignUpSchema.safeParse(account(`a${"é".repeat(36)}`)).success).toBe(false);
  });

  it("comes with the hash of a recovery link", () => {
    const password = "segredo novo";
    expect(passwordResetSchema.safeParse({ tokenHash: "a".repeat(56), password }).success).toBe(
      true,
    );
    const result = passwordResetSchema.safeParse({ tokenHash: "../admin", password });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      tokenHash: "Link inválido ou expirado. Solicite um novo.",
    });
  });
});
