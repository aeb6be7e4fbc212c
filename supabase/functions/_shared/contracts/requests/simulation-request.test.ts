import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldMessages } from "../reply.ts";
import {
  simulationExample,
  simulationFormSchema,
  simulationRequestSchema,
} from "./simulation-request.ts";

const filledIn = {
  ...simulationExample,
  email: "Ana@Exemplo.com.br",
  propertyState: "pr",
  comments: "",
};

const messagesFor = (change: Record<string, unknown>) => {
  const result = simulationFormSchema.safeParse({ ...filledIn, ...change });
  return result.success ? {} : fieldMessages(result.error);
};

/** Typed values that are tested for each field. */
const typed = {
  fullName: fc.string({ unit: "binary", maxLength: 110 }),
  phone: fc.stringMatching(/^[+ ()0-9-]{8,20}$/),
  monthlyIncome: fc.stringMatching(/^(R\$ )?[0-9.,]{1,14}$/),
  comments: fc.string({ unit: "grapheme", maxLength: 1010 }),
  birthDate: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  propertyState: fc.constantFrom("pr", " SP ", "XX", "p"),
};

describe("the simulation form", () => {
  it("returns the stored values", () => {
    expect(simulationFormSchema.parse(filledIn)).toEqual({
      ...filledIn,
      email: "ana@exemplo.com.br",
      phone: "44999998888",
      cpf: "52998224725",
      monthlyIncome: 6500,
      propertyState: "PR",
      rentalValue: 1800.5,
      ownerContact: "4433334444",
      comments: undefined,
    });
  });

  it("accepts its own output unchanged, so browser and function agree", () => {
    const stored = simulationFormSchema.parse(filledIn);
    expect(simulationFormSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it.each(Object.entries(typed))("accepts its own output for any %s", (field, values) => {
    fc.assert(
      fc.property<[string]>(values, (value) => {
        const first = simulationFormSchema.safeParse({ ...filledIn, [field]: value });
        if (!first.success) return;
        const sent: unknown = JSON.parse(JSON.stringify(first.data));
        expect(simulationFormSchema.parse(sent)).toEqual(first.data);
      }),
    );
  });

  it.each([
    [{ fullName: "Jo" }, "Nome completo é obrigatório"],
    [{ email: "ana@" }, "Email inválido"],
    [{ email: " " }, "Informe seu e-mail"],
    [{ phone: "(44) 9999-888" }, "Telefone deve ter no mínimo 10 dígitos"],
    [{ cpf: "529.982.247" }, "CPF inválido"],
    [{ birthDate: "" }, "Data de nascimento é obrigatória"],
    [
      { birthDate: new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10) },
      "É preciso ter 18 anos ou mais para contratar a fiança (Código Civil, arts. 3º a 5º)",
    ],
    [{ monthlyIncome: "" }, "Renda mensal é obrigatória"],
    [{ occupation: "x" }, "Profissão é obrigatória"],
    [{ propertyAddress: "Rua" }, "Endereço do imóvel é obrigatório"],
    [{ propertyCity: "M" }, "Cidade é obrigatória"],
    [{ propertyState: "P" }, "Estado deve ter 2 caracteres"],
    [{ propertyState: "" }, "Estado deve ter 2 caracteres"],
    [{ propertyState: "XX" }, "Selecione um estado da lista"],
    [{ rentalValue: "" }, "Valor do aluguel é obrigatório"],
    [{ ownerName: "Zé" }, "Nome do proprietário é obrigatório"],
    [{ ownerContact: "" }, "Contato do proprietário é obrigatório"],
    [{ comments: "x".repeat(1001) }, "Use no máximo 1000 caracteres"],
    [{ acceptedTerms: false }, "Você deve aceitar os termos e condições"],
    [{ acceptedTerms: "true" }, "Você deve aceitar os termos e condições"],
  ])("%j shows %j, once and under its own field", (change, message) => {
    expect(messagesFor(change)).toEqual({ [Object.keys(change)[0] ?? ""]: message });
  });

  it("accepts a type of property from the list, or none", () => {
    for (const propertyType of ["", undefined]) {
      expect(simulationFormSchema.parse({ ...filledIn, propertyType }).propertyType).toBe(
        undefined,
      );
    }
    expect(messagesFor({ propertyType: "Castelo" })).toEqual({
      propertyType: "Selecione um tipo da lista",
    });
  });

  it("names every required field of an empty request", () => {
    const result = simulationRequestSchema.safeParse({});
    expect(result.success ? [] : Object.keys(fieldMessages(result.error))).toEqual(
      Object.keys(filledIn).filter((field) => !["comments", "propertyType"].includes(field)),
    );
  });

  it("never throws for any input", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(filledIn)), (value, field) => {
        expect(() => simulationFormSchema.safeParse({ ...filledIn, [field]: value })).not.toThrow();
        expect(() => simulationFormSchema.safeParse(value)).not.toThrow();
      }),
    );
  });
});

describe("the simulation request", () => {
  it("accepts the specification's payload without further fields, as a new submission", () => {
    const { submissionId, termsVersion } = simulationRequestSchema.parse(filledIn);
    expect(submissionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(termsVersion).toBe("não informada");
  });

  it("keeps the submission's identifier, so that a retry is recognised", () => {
    const submissionId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
    expect(
      simulationRequestSchema.parse({ ...filledIn, submissionId, termsVersion: "2026-01" }),
    ).toMatchObject({ submissionId, termsVersion: "2026-01" });
  });
});
