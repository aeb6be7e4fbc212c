import { describe, expect, it } from "vitest";
import {
  contactMessageExample,
  contactMessageFormSchema,
  contactMessageSchema,
} from "./contact-message.ts";
import { fieldMessages } from "../reply.ts";

const filledIn = contactMessageExample;

describe("the contact form", () => {
  it("returns the stored values, and accepts them again", () => {
    const stored = contactMessageFormSchema.parse(filledIn);
    expect(stored).toEqual({ ...filledIn, phone: "44988887777" });
    expect(contactMessageFormSchema.parse(stored)).toEqual(stored);
  });

  it.each([{ phone: "", product: "" }, { phone: "  ", product: " " }, {}])(
    "requires neither phone nor product: %j",
    (left) => {
      const { phone: _phone, product: _product, ...required } = filledIn;
      expect(contactMessageFormSchema.parse({ ...required, ...left })).toEqual(required);
    },
  );

  it("keeps the lines of the message, and a link in it", () => {
    const message = "Vi este imóvel:\r\n\r\nhttps://imoveis.example/maringa/123  ";
    expect(contactMessageFormSchema.parse({ ...filledIn, message }).message).toBe(
      "Vi este imóvel:\n\nhttps://imoveis.example/maringa/123",
    );
  });

  it.each([
    [{ name: "" }, "Nome é obrigatório"],
    [{ name: "x".repeat(101) }, "Use no máximo 100 caracteres"],
    [{ email: "" }, "Informe seu e-mail"],
    [{ email: "beatriz" }, "Email inválido"],
    [{ phone: "8888-7777" }, "Telefone inválido"],
    [{ phone: "1".repeat(16) }, "Telefone deve ter no máximo 15 dígitos"],
    [{ subject: "" }, "Assunto é obrigatório"],
    [{ subject: "x".repeat(121) }, "Use no máximo 120 caracteres"],
    [{ product: "Pag Payser" }, "Produto inválido"],
    [{ product: "../pag-payser" }, "Produto inválido"],
    [{ product: "a".repeat(97) }, "Produto inválido"],
    [{ message: " \n " }, "Mensagem é obrigatória"],
    [{ message: "x".repeat(1001) }, "Use no máximo 1000 caracteres"],
  ])("%j shows %j", (change, message) => {
    const result = contactMessageFormSchema.safeParse({ ...filledIn, ...change });
    expect(result.success ? {} : fieldMessages(result.error)).toEqual({
      [Object.keys(change)[0] ?? ""]: message,
    });
  });

  it("counts a character as a person sees it", () => {
    const message = "😀".repeat(1000);
    expect(contactMessageFormSchema.parse({ ...filledIn, message }).message).toBe(message);
  });

  it("counts as a new submission without an identifier", () => {
    const [one, other] = [filledIn, filledIn].map((form) => contactMessageSchema.parse(form));
    expect(one?.submissionId).not.toBe(other?.submissionId);
  });
});
