import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { suggestEmail } from "./mistyped-email.ts";

const well = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com.br",
  "icloud.com",
  "terra.com.br",
];

describe("suggestEmail", () => {
  it.each([
    ["maria@gmial.com", "maria@gmail.com"],
    [" Maria@GMAI.com ", "Maria@gmail.com"],
    ["maria@gmail.con", "maria@gmail.com"],
    ["maria@gmial.con", "maria@gmail.com"],
    ["maria@gmail.com.br", "maria@gmail.com"],
    ["maria@gmail.com.b", "maria@gmail.com"],
    ["maria@gmail.co", "maria@gmail.com"],
    ["maria@gmailcom", "maria@gmail.com"],
    ["maria@hotmal.com", "maria@hotmail.com"],
    ["maria@hotmial.com.br", "maria@hotmail.com.br"],
    ["maria@outlok.com", "maria@outlook.com"],
    ["maria@yaho.com.br", "maria@yahoo.com.br"],
    ["maria@yahoo.com.b", "maria@yahoo.com.br"],
    ["maria@oul.com.br", "maria@uol.com.br"],
    ["maria@uol.combr", "maria@uol.com.br"],
    ["maria@bol.con.br", "maria@bol.com.br"],
    ["maria@tera.com.br", "maria@terra.com.br"],
    ["maria@lvie.com", "maria@live.com"],
    ["maria@live.con", "maria@live.com"],
    ["maria@imobiliaria.con", "maria@imobiliaria.com"],
    ["maria@imobiliaria.com.b", "maria@imobiliaria.com.br"],
    ["maria@prefeitura.gov.b", "maria@prefeitura.gov.br"],
    ['"a@b"@gmial.com', '"a@b"@gmail.com'],
  ])("reads %s as %s", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each([
    "maria@gmail.com",
    "maria@email.com",
    "maria@uol.com.br",
    "maria@bol.com.br",
    "maria@love.com",
    "maria@exemplo.com.br",
    "maria@imobiliaria.com",
    "maria@payser.example",
    "maria@usp.br",
    "maria@hotmail.co.uk",
    "maria",
    "maria@",
    "@gmial.com",
    "",
  ])("has no suggestion for %j", (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  });

  it("finds two swapped letters anywhere in a well-known domain", () => {
    fc.assert(
      fc.property(fc.constantFrom(...well), fc.nat(30), (domain, place) => {
        const at = place % (domain.length - 1);
        const [first = "", second = ""] = domain.slice(at, at + 2);
        const swapped = domain.slice(0, at) + second + first + domain.slice(at + 2);
        const meant = suggestEmail(`ana@${swapped}`);
        expect(meant).toBe(swapped === domain ? undefined : `ana@${domain}`);
      }),
    );
  });

  it("never throws, and asks at most once about the same address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (name, domain) => {
        const meant = suggestEmail(`${name}@${domain}`);
        if (meant !== undefined) expect(suggestEmail(meant)).toBeUndefined();
      }),
    );
  });
});
