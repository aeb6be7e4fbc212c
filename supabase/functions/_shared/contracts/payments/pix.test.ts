import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils/get-pix-payload-info";
import { expect, it } from "vitest";
import {
  checkPixKey,
  checkPixWords,
  pixCityLength,
  pixCodeOf,
  pixNameLength,
  pixPayeeSchema,
} from "./pix.ts";

const payee = { key: "pagamentos@payser.example", payeeName: "PAYSER", payeeCity: "MARINGA" };

it.each([
  ["an e-mail", "pagamentos@payser.example", "pagamentos@payser.example"],
  ["a CPF", "529.982.247-25", "52998224725"],
  ["a CNPJ", "11.222.333/0001-81", "11222333000181"],
  ["a mobile phone", "(44) 99999-8888", "+5544999998888"],
  ["a random key", "71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D", "71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d"],
])("the code for %s reads back as what was asked", (_kind, key, written) => {
  expect(checkPixKey(key)).toBe(true);
  const wanted = { amount: 1620.45, txid: "PF20264D8A1F0C72" };
  expect(getPixPayloadInfo(pixCodeOf({ ...payee, key }, wanted) ?? "")).toEqual({
    key: written,
    merchantName: "PAYSER",
    merchantCity: "MARINGA",
    pointOfInitiation: "static",
    ...wanted,
  });
});

it.each([0.01, 1, 1500, 9_999_999_999.99])("an amount of %s reads back", (amount) => {
  const code = pixCodeOf(payee, { amount, txid: "PF1" });
  expect(getPixPayloadInfo(code ?? "")?.amount).toBe(amount);
});

it.each([
  ["nothing", 0, "PF1"],
  ["less than a cent", 0.004, "PF1"],
  ["no number", Number.NaN, "PF1"],
  ["more than fits", 1e12, "PF1"],
  ["a hyphen in the txid", 10, "PF-1"],
  ["a long txid", 10, "A".repeat(26)],
])("there is no code for %s", (_what, amount, txid) => {
  expect(pixCodeOf(payee, { amount, txid })).toBeNull();
});

it.each(["123.456.789-00", "(44) 3333-4444", "payser", "pagamentos@", "11.222.333/0001-80"])(
  "%s is no key",
  (key) => {
    expect(checkPixKey(key)).toMatch(/CPF, CNPJ, celular com DDD, e-mail ou chave aleatória/);
    expect(pixPayeeSchema.safeParse({ ...payee, note: "x", key }).success).toBe(false);
  },
);

it.each([
  ["Payser Fiança", /sem acento/],
  [" PAYSER", /sem acento/],
  ["PAYSER  FIANCA", /sem acento/],
  ["PAYSER 🏠", /sem acento/],
  ["P".repeat(26), /até 25 caracteres/],
])("“%s” is no payee's name", (name, message) => {
  expect(checkPixWords(pixNameLength)(name)).toMatch(message);
  const result = pixPayeeSchema.safeParse({ ...payee, note: "x", payeeName: name });
  expect(result.success).toBe(false);
});

it("a name and a city at their limits are kept whole", () => {
  const long = { payeeName: "PAYSER GARANTIAS LOC. S&A", payeeCity: "SAO JOSE CAMPOS" };
  expect(checkPixWords(pixNameLength)(long.payeeName)).toBe(true);
  expect(checkPixWords(pixCityLength)(long.payeeCity)).toBe(true);
  expect(checkPixWords(pixCityLength)(`${long.payeeCity}S`)).toMatch(/até 15/);
  const code = pixCodeOf({ ...payee, ...long }, { amount: 1, txid: "PF1" });
  expect(getPixPayloadInfo(code ?? "")).toMatchObject({
    merchantName: long.payeeName,
    merchantCity: long.payeeCity,
  });
});
