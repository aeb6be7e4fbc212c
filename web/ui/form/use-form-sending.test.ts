import { expect, test } from "vitest";
import { FormFailure } from "./form-failure.ts";
import { divideFailure } from "./use-form-sending.tsx";

const sentence = "Informe um nome de 3 a 100 caracteres.";
const divide = (fields: Record<string, string>, said = sentence) =>
  divideFailure(new FormFailure("", { sentence: said, fields }), ["fullName", "email"], "Erro.");

test("a sentence that names a field stands beside it, in either spelling of the name", () => {
  const beside = [{ name: "fullName", message: sentence }];
  expect(divide({ fullName: sentence })).toEqual({ beside, alert: null });
  expect(divide({ full_name: sentence })).toEqual({ beside, alert: null });
});

test("a general sentence stays in the alert when a field has one of its own", () => {
  expect(divide({ email: "Informe o e-mail." }, "Confira os dados.")).toEqual({
    beside: [{ name: "email", message: "Informe o e-mail." }],
    alert: "Confira os dados.",
  });
});

test("the sentence of a field that the form does not have stands in the alert", () => {
  expect(divide({ file: "O arquivo está vazio." })).toEqual({
    beside: [],
    alert: "O arquivo está vazio.",
  });
});

test("a failure without a sentence gets the text of the form", () => {
  expect(divide({}, "").alert).toBe("Erro.");
  expect(divideFailure(new Error("socket hang up"), [], "Erro.").alert).toBe("Erro.");
});
