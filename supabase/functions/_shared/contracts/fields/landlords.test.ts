import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formatDocument } from "./formats.ts";
import { documentField } from "./document.ts";
import { landlordEmailField } from "./landlords.ts";

describe("a landlord's document", () => {
  test.each([
    ["529.982.247-25", "52998224725", "529.982.247-25"],
    [" 11.222.333/0001-81 ", "11222333000181", "11.222.333/0001-81"],
    // The Receita Federal publishes this example of an alphanumeric CNPJ.
    ["12.abc.345/01de-35", "12ABC34501DE35", "12.ABC.345/01DE-35"],
  ])("%s is stored without its mask and shown with it", (typed, kept, read) => {
    expect(z.parse(documentField(), typed)).toBe(kept);
    expect(formatDocument(kept)).toBe(read);
  });

  test.each(["529.982.247-24", "12.ABC.345/01DE-36", "00000000000000", "123", "a".repeat(5000)])(
    "%s is invalid",
    (typed) => {
      const { error } = z.safeParse(documentField(), typed);
      expect(error?.issues.map(({ message }) => message)).toEqual(["CPF ou CNPJ inválido"]);
    },
  );

  test.each(["", "  ", undefined])("%j counts as absent", (typed) => {
    expect(z.parse(documentField(), typed)).toBeUndefined();
    expect(z.parse(landlordEmailField(), typed)).toBeUndefined();
  });
});

test("a given address must be valid", () => {
  expect(z.parse(landlordEmailField(), " Jose@Exemplo.com.br ")).toBe("jose@exemplo.com.br");
  expect(z.safeParse(landlordEmailField(), "jose").success).toBe(false);
});
