import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { writePaymentsCsv } from "./payments-csv.ts";

const payment = {
  paidOn: "2026-11-20",
  receipt: "RC-2026-00000011",
  what: "fee" as const,
  amount: 1776.5,
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenant: "Ana; Beatriz",
  cpf: "52998224725",
  dueOn: "2026-11-25",
  how: "statement",
  note: null,
};

it("writes what an accountant's spreadsheet opens in Brazil", () => {
  expect(
    writePaymentsCsv([payment, { ...payment, what: "refund", how: "by-hand", note: "=1+1" }]),
  ).toBe(
    `\uFEFF${[
      "Pago em;Recibo;Tipo;Valor (R$);Contrato;Locatário;CPF;Vencimento;Registrado por;Observação",
      '20/11/2026;RC-2026-00000011;Taxa;1.776,50;PF-2026-0A1B2C3D4E;"Ana; Beatriz";529.982.247-25;25/11/2026;Extrato;',
      `20/11/2026;RC-2026-00000011;Devolução;1.776,50;PF-2026-0A1B2C3D4E;"Ana; Beatriz";529.982.247-25;25/11/2026;Equipe;"'=1+1"`,
      "",
    ].join("\r\n")}`,
  );
});

it("has no cell that a spreadsheet works out, whatever people are called", () => {
  fc.assert(
    fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), fc.string(), (first, rest) => {
      const csv = writePaymentsCsv([{ ...payment, tenant: first + rest, note: `${first}cmd|x` }]);
      const [, row = []] = Papa.parse<string[]>(csv, { delimiter: ";" }).data;
      expect(row).toHaveLength(10);
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
