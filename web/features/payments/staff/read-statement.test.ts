import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ColumnKind,
  type CsvTable,
  StatementFailure,
  guessColumns,
  maximumStatementBytes,
  readCredits,
  readStatement,
} from "./read-statement.ts";

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const sgml = `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<BANKACCTFROM><BANKID>0341<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261120100000[-3:BRT]
<TRNAMT>1776.00
<FITID>N1
<MEMO>PIX RECEBIDO PF20260A1B2C3D4E JOÃO &amp; CIA
</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20261120
<TRNAMT>-50.00
<FITID>N2
<MEMO>TARIFA
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKACCTFROM><BANKID>0341</BANKID><ACCTID>12345-6</ACCTID></BANKACCTFROM>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261120</DTPOSTED><TRNAMT>1776,00</TRNAMT>
<FITID>N1</FITID><MEMO>PIX RECEBIDO PF20260A1B2C3D4E JOÃO &amp; CIA</MEMO></STMTTRN>
</OFX>`;
const credit = {
  account: "0341 12345-6",
  id: "N1",
  day: "2026-11-20",
  amount: "1776.00",
  text: "PIX RECEBIDO PF20260A1B2C3D4E JOÃO & CIA",
};

function creditsOf(bytes: Uint8Array<ArrayBuffer>, columns?: ColumnKind[]) {
  const read = readStatement(bytes);
  if (read.kind === "ofx") return read.credits;
  return readCredits(read, { account: "Conta", columns: columns ?? guessColumns(read) });
}
const csv = (text: string) => creditsOf(bytesOf(text));

describe("an OFX", () => {
  it.each([
    ["SGML in Windows-1252", latin(sgml)],
    ["SGML in UTF-8", bytesOf(sgml)],
    ["XML", bytesOf(xml)],
    ["in one line", bytesOf(xml.replaceAll("\n", ""))],
    ["with CRLF", bytesOf(sgml.replaceAll("\n", "\r\n"))],
  ])("gives its credits: %s", (_how, bytes) => {
    expect(creditsOf(bytes)).toEqual([credit]);
  });

  it("takes a debit that has no sign for a debit, and a line without an id for one", () => {
    const file = sgml.replace("-50.00", "50.00").replace("<FITID>N1\n", "");
    expect(creditsOf(bytesOf(file))).toEqual([{ ...credit, id: undefined }]);
  });

  it.each([
    ["an amount", "1776.00", "NaN", "Linha 9: “NaN” não é um valor em reais."],
    ["a huge amount", "1776.00", "1e308", "Linha 9: “1e308” não é um valor em reais."],
    ["a date", "20261120100000[-3:BRT]", "20261340", "Linha 9: “20261340” não é uma data."],
    ["a day to come", "20261120100000", "99990101", "Linha 9: a data 01/01/9999 ainda não chegou."],
    ["no date", "<DTPOSTED>20261120100000[-3:BRT]\n", "", "Linha 9: falta a data."],
    [
      "an entry that begins twice",
      "</STMTTRN>",
      "",
      "Linha 9: o lançamento não começa nem termina onde devia.",
    ],
    [
      "an end that is missing",
      "</OFX>",
      "",
      "O extrato não termina. O arquivo pode ter chegado pela metade.",
    ],
  ])("that is broken says the line: %s", (_what, from, to, message) => {
    expect(() => creditsOf(bytesOf(sgml.replace(from, to)))).toThrow(new StatementFailure(message));
  });
});

describe("a CSV", () => {
  const expected = [
    { account: "Conta", day: "2026-11-20", amount: "1234.56", text: "PIX, de JOÃO" },
    { account: "Conta", day: "2026-11-21", amount: "50.00", text: "TED" },
  ];
  it.each([
    [
      "semicolons",
      "Data;Histórico;Valor\n20/11/2026;PIX, de JOÃO;1.234,56\n21/11/2026;TED;50,00\n",
    ],
    [
      "commas",
      'date,description,amount\n2026-11-20,"PIX, de JOÃO",1234.56\n2026-11-21,TED,50.00\n',
    ],
    [
      "quotes and CRLF",
      'Data;Valor (R$);Descrição\r\n20/11/2026;"R$ 1.234,56";"PIX, de JOÃO"\r\n21-11-2026;+50;TED\r\n',
    ],
    [
      "tabs",
      "Data\tHistórico\tValor\n20.11.2026\tPIX, de JOÃO\t1.234,56 C\n21/11/2026 10:00\tTED\t50,00C\n",
    ],
    [
      "a byte order mark",
      "\uFEFFData;Histórico;Valor\n20/11/2026;PIX, de JOÃO;1.234,56\n21/11/2026;TED;50,00\n",
    ],
    [
      "words above the table, balances and debits in it",
      "Extrato;Agência;Conta\nPeríodo;01/11/2026;30/11/2026\n\nData;Histórico;Valor;Saldo\n;SALDO ANTERIOR;;10,00\n20/11/2026;PIX, de JOÃO;1.234,56;0\n20/11/2026;TARIFA;-9,90;0\n20/11/2026;IOF;9,90 D;0\n20/11/2026;X;(9,90);0\n20/11/2026;X;9,90-;0\n21/11/2026;TED;50,00;0\n",
    ],
  ])("gives its credits: %s", (_how, text) => {
    expect(csv(text)).toEqual(expected);
  });

  it("in Windows-1252, and without titles", () => {
    const file = latin("20/11/2026;PIX, de JOÃO;1.234,56\n21/11/2026;TED;50,00");
    expect(creditsOf(file, ["date", "text", "amount"])).toEqual(expected);
  });

  it.each([
    ["Data;Histórico;Valor\n20/11/2026;PIX;x1", "Linha 2: “x1” não é um valor em reais."],
    ["Data;Histórico;Valor\n20/11/2026;PIX;1,234", "Linha 2: “1,234” não é um valor em reais."],
    ["Data;Histórico;Valor\n20/11/2026;PIX;1e308", "Linha 2: “1e308” não é um valor em reais."],
    ["Data;Histórico;Valor\n20/11/2026;PIX;=1+1", "Linha 2: “=1+1” não é um valor em reais."],
    [
      "Data;Histórico;Valor\n20/11/2026;PIX;99999999999,00",
      "Linha 2: “99999999999,00” não é um valor em reais.",
    ],
    [
      'Data;Histórico;Valor\n20/11/2026;"a\nb";1,00\n31/02/2026;PIX;1,00',
      "Linha 4: “31/02/2026” não é uma data.",
    ],
    ["Data;Histórico;Valor\n;PIX;1,00", "Linha 2: falta a data."],
    ["Data;Histórico;Valor\n01/01/9999;PIX;1,00", "Linha 2: a data 01/01/9999 ainda não chegou."],
    [
      'Data;Histórico;Valor\n20/11/2026;"PIX;1,00\n20/11/2026;PIX;1,00',
      "Linha 2: há aspas que não fecham.",
    ],
    [
      "só texto",
      "O arquivo não é um extrato OFX ou CSV: não há uma tabela com data, valor e descrição.",
    ],
    ["%PDF-1.7\u0000", "O arquivo não é um extrato OFX ou CSV."],
    ["", "O arquivo está vazio."],
  ])("that is broken says the line: %j", (text, message) => {
    expect(() => csv(text)).toThrow(new StatementFailure(message));
  });

  it("leaves a formula a text", () => {
    const [only] = csv('Data;Histórico;Valor\n20/11/2026;"=HYPERLINK(""http://x"")";1,00');
    expect(only?.text).toBe('=HYPERLINK("http://x")');
  });

  it("wants an account, and a date, an amount and a text", () => {
    const table = readStatement(bytesOf("a;b;c\n1;2;3"));
    expect(table.kind).toBe("csv");
    if (table.kind !== "csv") return;
    expect(() => readCredits(table, { account: " ", columns: ["date", "amount", "text"] })).toThrow(
      StatementFailure,
    );
    expect(() => readCredits(table, { account: "x", columns: guessColumns(table) })).toThrow(
      StatementFailure,
    );
  });
});

it("reads back every amount and day, however they are written", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999 }),
      fc.date({ min: new Date("2000-01-01"), max: new Date("2026-11-20"), noInvalidDate: true }),
      fc.constantFrom("pt-BR", "en-US"),
      fc.boolean(),
      fc.string({ unit: "grapheme", maxLength: 700 }),
      (cents, date, locale, isIso, text) => {
        const iso = date.toISOString().slice(0, 10);
        const day = isIso ? iso : iso.split("-").toReversed().join("/");
        const amount = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 });
        const table: CsvTable = {
          kind: "csv",
          header: "",
          titles: [],
          rows: [{ line: 1, cells: [day, amount, text] }],
        };
        const [read] = readCredits(table, {
          account: "Conta",
          columns: ["date", "amount", "text"],
        });
        expect(read).toMatchObject({ day: iso, amount: (cents / 100).toFixed(2) });
        expect([...(read?.text ?? "")].length).toBeLessThanOrEqual(500);
      },
    ),
  );
});

it("answers whatever comes with credits or a sentence, and soon", () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ maxLength: 300 }).map((text) => bytesOf(text)),
    fc
      .array(
        fc.constantFrom(
          "<STMTTRN>",
          "</STMTTRN>",
          "<OFX>",
          "</OFX>",
          "<TRNAMT>1",
          ";",
          "\n",
          '"',
          "Data;Valor;Histórico",
          "20/11/2026",
        ),
        { maxLength: 30 },
      )
      .map((parts) => bytesOf(parts.join(""))),
  );
  fc.assert(
    fc.property(noise, (bytes) => {
      try {
        expect(Array.isArray(creditsOf(new Uint8Array(bytes)))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(StatementFailure);
      }
    }),
  );
  // Lines of megabytes in the places where a pattern could go back and forth.
  const long = " ".repeat(5_000_000);
  for (const text of [
    `Data;Valor;Histórico\n20/11/2026;1${long}1;x`,
    `Data;Valor;Histórico\n${long}/11/2026;1,00;x`,
    `<OFX><STMTTRN><MEMO>${long}`,
    "<".repeat(5_000_000),
  ]) {
    expect(() => csv(text)).toThrow(StatementFailure);
  }
  const [kept] = csv(`Data;Valor;Histórico\n20/11/2026;1,00;${"A".repeat(5_000_000)}`);
  expect(kept?.text).toHaveLength(500);
  expect(() => readStatement(new Uint8Array(maximumStatementBytes + 1))).toThrow(StatementFailure);
});
