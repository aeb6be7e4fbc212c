import { describe, expect, test } from "vitest";
import { checkCnpjDigits, checkCnpjShape } from "./check-company.ts";
import { checkImageChosen } from "./check-images.ts";
import { checkPhoneDigits, checkShownPhone, checkYoutubeUrl } from "./check-links.ts";
import { checkTextLength } from "./check-texts.ts";

describe("CNPJ check", () => {
  // The second CNPJ is the example with letters that the Receita Federal published.
  test.each(["11.222.333/0001-81", "12.ABC.345/01DE-35"])("accepts %s", (cnpj) => {
    expect(checkCnpjShape(cnpj)).toBe(true);
    expect(checkCnpjDigits(cnpj)).toBe(true);
  });

  test.each(["00.000.000/0000-00", "11.222.333/0001-82", "12.ABC.345/01DE-53"])(
    "warns that %s is well formed but does not exist",
    (cnpj) => {
      expect(checkCnpjShape(cnpj)).toBe(true);
      expect(checkCnpjDigits(cnpj)).toMatch(/^Este CNPJ não existe/);
    },
  );

  test.each(["11222333000181", "11.222.333/0001-8", "11.222.333/0001-AB"])(
    "refuses the form of %s",
    (cnpj) => {
      expect(checkCnpjShape(cnpj)).toContain("00.000.000/0000-00");
    },
  );
});

describe("phone check", () => {
  test.each(["(44) 99999-9999", "(44) 3333-3333", "0800 123 4567"])(
    "accepts %s for display",
    (phone) => {
      expect(checkShownPhone(phone)).toBe(true);
    },
  );

  test.each(["44 99999-9999", "(44)99999-9999", "+55 (44) 99999-9999"])(
    "refuses %s for display",
    (phone) => {
      expect(checkShownPhone(phone)).toMatch(/^Escreva com DDD/);
    },
  );

  test("accepts only digits without the country code for WhatsApp", () => {
    expect(checkPhoneDigits("44999999999")).toBe(true);
    expect(checkPhoneDigits("5544999999999")).toMatch(/sem o 55/);
    expect(checkPhoneDigits("(44) 99999-9999")).toMatch(/sem o 55/);
  });
});

describe("YouTube check", () => {
  test.each([
    "https://www.youtube.com/watch?v=abcdefghijk",
    "https://youtu.be/abcdefghijk?t=10",
    "https://www.youtube-nocookie.com/embed/abcdefghijk",
  ])("accepts %s", (url) => {
    expect(checkYoutubeUrl(url)).toBe(true);
  });

  test.each([
    "https://vimeo.com/123456",
    "https://www.youtube.com/@payser",
    "https://example.com/?u=https://youtu.be/abcdefghijk",
  ])("refuses %s", (url) => {
    expect(checkYoutubeUrl(url)).toMatch(/^Cole o endereço do vídeo/);
  });
});

test("checkMaximumLength tells by how much a text is too long", () => {
  const check = checkTextLength(65, "o Google corta o que passar disso.");
  expect(check("a".repeat(65))).toBe(true);
  expect(check("a".repeat(66))).toBe(
    "De preferência, use até 65 caracteres: agora são 66, e o Google corta o que passar disso.",
  );
});

test("checkImageChosen refuses a description without an image", () => {
  expect(checkImageChosen(undefined)).toBe(true);
  expect(checkImageChosen({ asset: {} })).toBe(true);
  expect(checkImageChosen({})).toMatch(/^Escolha a imagem/);
});
