import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { writeMovementsCsv, writePayoutsCsv } from "./payments-csv.ts";

const row = {
  movedOn: "2026-11-20",
  amount: 1776.5,
  kind: "fee" as const,
  isReversal: false,
  payee: "Payser",
  receipt: "RC-2026-00000011",
  contractNumber: "PF-2026-0A1B2C3D4E",
  tenant: "Ana; Beatriz",
  cpf: "52998224725",
  source: "statement" as const,
  note: "PIX RECEBIDO",
};
const nobody = { contractNumber: null, tenant: null, cpf: null, receipt: null };

it("the accountant's file has signed amounts, payees, receipts and totals that add up", () => {
  const csv = writeMovementsCsv({
    rows: [
      row,
      { ...row, amount: -888, kind: "refund", payee: "Ana", source: "by-hand", note: "=1+1" },
      { ...row, amount: -1776.5, isReversal: true, note: "Era de outro" },
      { ...row, amount: 55, kind: null, ...nobody, note: null },
    ],
    in: 1831.5,
    out: 2664.5,
    balance: -833,
  });
  expect(csv).toBe(
    `\uFEFF${[
      "Data;Movimento;Tipo;Valor em reais;Recebedor;Recibo;Contrato;Locatário;CPF;Registrado por;Observação",
      '20/11/2026;Entrada;Taxa;1.776,50;Payser;RC-2026-00000011;PF-2026-0A1B2C3D4E;"Ana; Beatriz";529.982.247-25;Extrato;PIX RECEBIDO',
      `20/11/2026;Saída;Devolução;-888,00;Ana;RC-2026-00000011;PF-2026-0A1B2C3D4E;"Ana; Beatriz";529.982.247-25;Equipe;"'=1+1"`,
      '20/11/2026;Estorno de entrada;Taxa;-1.776,50;Payser;RC-2026-00000011;PF-2026-0A1B2C3D4E;"Ana; Beatriz";529.982.247-25;Extrato;Era de outro',
      "20/11/2026;Entrada;A alocar;55,00;Payser;;;;;Extrato;",
      ";Total de entradas;;1.831,50;;;;;;;",
      ";Total de saídas;;-2.664,50;;;;;;;",
      ";Saldo;;-833,00;;;;;;;",
      "",
    ].join("\r\n")}`,
  );
});

it("digits in a text stay text, with their zeros", () => {
  const csv = writeMovementsCsv({
    rows: ["00123456789012345678", "1E5", "12/11", "-1,00", "2 vias"].map((note) => ({
      ...row,
      note,
    })),
    in: 8882.5,
    out: 0,
    balance: 8882.5,
  });
  const notes = Papa.parse<string[]>(csv, { delimiter: ";" }).data.map((cells) => cells[10]);
  expect(notes.slice(1, 6)).toEqual([
    "'00123456789012345678",
    "'1E5",
    "'12/11",
    "'-1,00",
    "2 vias",
  ]);
});

it("the totals of a period without payments out have no sign", () => {
  const csv = writeMovementsCsv({ rows: [row], in: 1776.5, out: 0, balance: 1776.5 });
  expect(csv).toContain(";Total de saídas;;0,00;");
});

it("the bank's file has whole accounts as text and the total", () => {
  const payout = {
    kind: "refund" as const,
    payee: "Ana Beatriz",
    document: "01234567890",
    account: { kind: "pix" as const, key: "+5544999990000" },
    amount: 0.1,
    dueOn: "2026-11-30",
    contractNumber: "PF-2026-0A1B2C3D4E",
  };
  const account = {
    kind: "bank" as const,
    bank: "Itaú",
    branch: "0001",
    number: "00123-4",
    type: "savings" as const,
  };
  const csv = writePayoutsCsv([
    payout,
    { ...payout, kind: "claim", document: null, account, amount: 5500.2, contractNumber: null },
  ]);
  expect(csv).toBe(
    `\uFEFF${[
      "Vencimento;Tipo;Recebedor;CPF ou CNPJ;Conta;Valor em reais;Contrato",
      "30/11/2026;Devolução;Ana Beatriz;012.345.678-90;Pix (44) 99999-0000;0,10;PF-2026-0A1B2C3D4E",
      "30/11/2026;Pagamento da garantia;Ana Beatriz;;Itaú, agência 0001, conta 00123-4 (poupança);5.500,20;",
      "Total;;;;;5.500,30;",
      "",
    ].join("\r\n")}`,
  );
});

it("no cell is a formula for a spreadsheet, whatever people are called", () => {
  fc.assert(
    fc.property(fc.constantFrom("=", "+", "-", "@", "\t", "\r"), fc.string(), (first, rest) => {
      const csv = writeMovementsCsv({
        rows: [{ ...row, tenant: first + rest, note: `${first}cmd|x`, payee: `${first}\n=1` }],
        in: 1,
        out: 0,
        balance: 1,
      });
      const [, cells = []] = Papa.parse<string[]>(csv, { delimiter: ";" }).data;
      expect(cells).toHaveLength(11);
      for (const cell of cells) {
        if (!/^-[\d.]+,\d{2}$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }
    }),
  );
});
