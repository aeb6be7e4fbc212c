import { describe, expect, test } from "vitest";
import { checkCnpjDigits, checkCnpjShape } from "./company.ts";
import { checkImageChosen } from "./images.ts";
import { checkPhoneDigits, checkShownPhone, checkYoutubeUrl } from "./links.ts";
import { checkTextLength } from "./texts.ts";

describe("a CNPJ", () => {
  // The second is the example of the Receita Federal for the alphanumeric CNPJ.
  test.each(["11.222.333/0001-81", "12.ABC.345/01DE-35"])("%s exists", (cnpj) => {
    expect(checkCnpjShape(cnpj)).toBe(true);
    expect(checkCnpjDigits(cnpj)).toBe(true);
  });

  test.each(["00.000.000/0000-00", "11.222.333/0001-82", "12.ABC.345/01DE-53"])(
    "%s is well written, but the editor is warned that it does not exist",
    (cnpj) => {
      expect(checkCnpjShape(cnpj)).toBe(true);
      expect(checkCnpjDigits(cnpj)).toMatch(/^Este CNPJ não existe/);
    },
  );

  test.each(["11222333000181", "11.222.333/0001-8", "11.222.333/0001-AB"])(
    "%s is not well written",
    (cnpj) => {
      expect(checkCnpjShape(cnpj)).toContain("00.000.000/0000-00");
    },
  );
});

describe("a phone number", () => {
  test.each(["(44) 99999-9999", "(44) 3333-3333", "0800 123 4567"])("is shown as %s", (phone) => {
    expect(checkShownPhone(phone)).toBe(true);
  });

  test.each(["44 99999-9999", "(44)99999-9999", "+55 (44) 99999-9999"])(
    "but not as %s",
    (phone) => {
      expect(checkShownPhone(phone)).toMatch(/^Escreva com DDD/);
    },
  );

  test("for WhatsApp is digits without the country", () => {
    expect(checkPhoneDigits("44999999999")).toBe(true);
    expect(checkPhoneDigits("5544999999999")).toMatch(/sem o 55/);
    expect(checkPhoneDigits("(44) 99999-9999")).toMatch(/sem o 55/);
  });
});

describe("a video", () => {
  test.each([
    "https://www.youtube.com/watch?v=abcdefghijk",
    "https://youtu.be/abcdefghijk?t=10",
    "https://www.youtube-nocookie.com/embed/abcdefghijk",
  ])("may be %s", (url) => {
    expect(checkYoutubeUrl(url)).toBe(true);
  });

  test.each([
    "https://vimeo.com/123456",
    "https://www.youtube.com/@payser",
    "https://example.com/?u=https://youtu.be/abcdefghijk",
  ])("may not be %s", (url) => {
    expect(checkYoutubeUrl(url)).toMatch(/^Cole o endereço do vídeo/);
  });
});

test("a text that is too long says by how much", () => {
  const check = checkTextLength(65, "o Google corta o que passar disso.");
  expect(check("a".repeat(65))).toBe(true);
  expect(check("a".repeat(66))).toBe(
    "De preferência, use até 65 caracteres: agora são 66, e o Google corta o que passar disso.",
  );
});

test("an image that was removed may not leave its description behind", () => {
  expect(checkImageChosen(undefined)).toBe(true);
  expect(checkImageChosen({ asset: {} })).toBe(true);
  expect(checkImageChosen({})).toMatch(/^Escolha a imagem/);
});
