import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moneyField, parseMoney } from "./money.ts";

const field = moneyField("Valor é obrigatório");
const messageFor = (value: unknown) => field.safeParse(value).error?.issues[0]?.message;
const unclear = "Escreva o valor em reais, por exemplo 1.234,56";
const cents = fc.integer({ min: 1, max: 999_999_999_999 });

describe("an amount in reais", () => {
  it.each([
    ["R$ 1.234,56", 1234.56],
    ["1234,5", 1234.5],
    ["350.000", 350000],
    [",50", 0.5],
    ["R$\u00a02.000,", 2000],
    [1234.56, 1234.56],
    ["6500.00", 6500],
    ["6500.5", 6500.5],
    ["6.500.00", 6500],
    ["1,234.56", 1234.56],
    ["1,234,567", 1_234_567],
    ["1,234,567.8", 1_234_567.8],
    [".50", 0.5],
    ["1.200.000", 1_200_000],
    ["1 234 567,89", 1_234_567.89],
    ["1'234.50", 1234.5],
    ["R$1.850", 1850],
    ["BRL 1,850.00", 1850],
    ["2.000 reais", 2000],
    ["9.999.999.999,99", 9_999_999_999.99],
  ])("%j is %d", (typed, value) => {
    expect(field.safeParse(typed).data).toBe(value);
  });

  it.each([
    ["", "Valor é obrigatório"],
    ["a combinar", "Valor é obrigatório"],
    [",", "Valor é obrigatório"],
    ["1,2,3", unclear],
    ["12.34.56", unclear],
    ["6500.000", unclear],
    ["0.500", unclear],
    ["1.5000", unclear],
    ["1 2", unclear],
    ["350 mil", unclear],
    ["1,5 milhão", unclear],
    ["1e5", unclear],
    ["-500", unclear],
    ["1.000 a 2.000", unclear],
    [undefined, "Valor é obrigatório"],
    [Number.NaN, "Valor é obrigatório"],
    ["0,00", "Informe um valor maior que zero"],
    [-1, "Informe um valor maior que zero"],
    ["10.000.000.000,00", "Valor acima do limite permitido"],
    ["9".repeat(400), "Valor acima do limite permitido"],
    ["1,234", "Use no máximo duas casas decimais"],
    ["1,999", "Use no máximo duas casas decimais"],
    [0.001, "Use no máximo duas casas decimais"],
  ])("refuses %j: %s", (typed, message) => {
    expect(messageFor(typed)).toBe(message);
  });

  it("is never read as another amount, in any notation", () => {
    const english = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(cents, (amount) => {
        const value = amount / 100;
        expect(parseMoney(value.toFixed(2))).toBe(value);
        expect(parseMoney(english.format(value))).toBe(value);
        expect(parseMoney(`US$ ${english.format(value)}`)).toBeNaN();
      }),
    );
  });

  it("is the same when typed, formatted, and sent as a number", () => {
    const format = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
    fc.assert(
      fc.property(cents, (amount) => {
        const value = amount / 100;
        expect(field.safeParse(format.format(value)).data).toBe(value);
        expect(field.safeParse(value).data).toBe(value);
        expect(parseMoney(String(value).replace(".", ","))).toBe(value);
      }),
    );
  });
});
