import { describe, expect, it } from "vitest";
import {
  contractSignInSchema,
  newPasswordFormSchema,
  newStaffPasswordFormSchema,
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

describe("the contract number of a tenant", () => {
  it.each([
    "PF-2026-4D8A1F0C72",
    "pf-2026-4d8a1f0c72",
    " PF–2026–4D8A1F0C72 ",
    "PF 2026 4D8A1F0C72",
    "PF20264D8A1F0C72",
    "PF - 2026 - 4D8A 1F0C 72",
    "PF\u20112026\u20114D8A1F0C72",
    "PF\u22122026\u22124D8A1F0C72",
    "PF\u00a0-\u00a02026\u200b-4D8A1F0C72",
    "PF-2026-4D8A1F0C72.",
    "(pf-2026-4d8a1f0c72)",
    "Contrato nº PF-2026-4D8A1F0C72",
    "O número do seu contrato de fiança é PF–2026–4D8A1F0C72 e a senha é sua.",
  ])("is read as it is copied: %s", (contractNumber) => {
    const read = contractSignInSchema.parse({ contractNumber, password: "123456" });
    expect(read.contractNumber).toBe("PF-2026-4D8A1F0C72");
  });

  it.each(["pf-2026-xyz", "PF-2026-4D8A1F0C7", "PF-2026-4D8A1F0C721", "XPF-2026-4D8A1F0C72"])(
    "is kept when it is no contract number, so that the answer can name it: %s",
    (contractNumber) => {
      const typed = { contractNumber, password: "123456" };
      expect(contractSignInSchema.parse(typed).contractNumber).toBe(contractNumber.toUpperCase());
    },
  );
});

describe("a new password", () => {
  it("has at least 8 characters for a tenant and 12 for staff", () => {
    const short = newPasswordFormSchema.safeParse({ password: "1234567" });
    expect(short.success ? {} : fieldMessages(short.error)).toEqual({
      password: "Senha deve ter no mínimo 8 caracteres",
    });
    expect(newPasswordFormSchema.safeParse({ password: "12345678" }).success).toBe(true);
    const staff = newStaffPasswordFormSchema.safeParse({ password: "12345678901" });
    expect(staff.success ? {} : fieldMessages(staff.error)).toEqual({
      password: "Senha deve ter no mínimo 12 caracteres",
    });
  });

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
