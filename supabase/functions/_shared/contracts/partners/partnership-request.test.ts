import { describe, expect, it } from "vitest";
import { fieldMessages } from "../reply.ts";
import { partnershipExample, partnershipFormSchema } from "./partnership-request.ts";

const filledIn = partnershipExample;

describe("the partnership form", () => {
  it("returns the stored values, with the value as a number", () => {
    const stored = partnershipFormSchema.parse(filledIn);
    expect(stored).toEqual({ ...filledIn, phone: "4433334444", propertyValue: 350000 });
    expect(partnershipFormSchema.parse(stored)).toEqual(stored);
  });

  it.each([
    [{ partnerName: "Zé" }, "Nome deve ter no mínimo 3 caracteres"],
    [{ email: "" }, "Email inválido"],
    [{ phone: "3333-4444" }, "Telefone inválido"],
    [{ companyName: "" }, "Nome da empresa é obrigatório"],
    [{ propertyAddress: "" }, "Endereço é obrigatório"],
    [{ propertyCity: "" }, "Cidade é obrigatória"],
    [{ propertyState: "P" }, "UF deve ter 2 caracteres"],
    [{ propertyState: "ZZ" }, "UF inválida"],
    [{ propertyType: "" }, "Selecione o tipo do imóvel"],
    [{ propertyType: "Castelo" }, "Selecione o tipo do imóvel"],
    [{ propertyValue: "" }, "Valor é obrigatório"],
    [{ message: "x".repeat(1001) }, "Use no máximo 1000 caracteres"],
  ])("%j shows %j", (change, message) => {
    const result = partnershipFormSchema.safeParse({ ...filledIn, ...change });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      [Object.keys(change)[0] ?? ""]: message,
    });
  });
});
