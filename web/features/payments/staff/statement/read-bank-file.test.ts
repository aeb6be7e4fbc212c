import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maximumStatementBytes, readBankFile } from "./read-bank-file.ts";
import { type ColumnKind, toStatementJson } from "./statement-reading.ts";
import {
  bytesOf,
  csvSamples,
  groupsOf,
  linesOf,
  ofxEntry,
  readText,
  today,
  writeOfx,
} from "./statement-samples-for-tests.ts";

describe("a CSV", () => {
  it.each(csvSamples)("gives its movements and lists its other rows: $name", (sample) => {
    const { account, lines, leftOut } = linesOf(readText(sample.text));
    expect(account).toBe(sample.account);
    expect(
      lines.map((line) => [line.day, line.amount, line.direction, line.id, line.text]),
    ).toEqual(sample.lines);
    expect(lines.map(({ place }) => place)).toEqual(lines.map((_line, index) => index + 1));
    expect(leftOut.map(({ line, reason }) => `${line} ${reason}`)).toEqual(sample.leftOut);
  });

  it.each(csvSamples)("reads the same with other line breaks and encodings: $name", ({ text }) => {
    const expected = readText(text);
    for (const bytes of [
      bytesOf(text.replaceAll("\n", "\r\n")),
      bytesOf(text.replaceAll("\n", "\r")),
      bytesOf(`\uFEFF${text}`),
      // Each letter of these samples has the same number in Windows-1252 and in Unicode.
      Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
      utf16(`\uFEFF${text}`),
      utf16(`\uFEFF${text}`).map((_byte, index, all) => all[index ^ 1] ?? 0),
      utf16(text),
    ]) {
      expect(readBankFile(bytes, {}, today)).toEqual(expected);
    }
  });

  it("names the problem of each row that cannot be read", () => {
    const sample = csvSamples.find(({ name }) => name === "rows that cannot be read");
    const { leftOut } = linesOf(readText(sample?.text ?? ""));
    expect(leftOut.map(({ problem }) => problem)).toEqual([
      "Linha 2: “x1” não é um valor em reais.",
      "Linha 3: “31/02/2026” não é uma data.",
      "Linha 4: falta a data.",
      "Linha 5: a data 18/11/1999 é antiga demais.",
      "Linha 6: há mais células do que colunas.",
      "Linha 7: falta o valor.",
    ]);
  });

  it("counts the lines of cells with line breaks", () => {
    const text = 'Data;Histórico;Valor\n18/11/2026;"PIX\nBIA";-1,00\n18/11/2026;TED;2,00\n';
    const { lines } = linesOf(readText(text));
    expect(lines.map(({ line, text: words }) => [line, words])).toEqual([
      [2, "PIX BIA"],
      [4, "TED"],
    ]);
  });

  it.each([
    ["quotes that never close", '18/11/2026;"PIX;-1,00\n18/11/2026;TED;2,00'],
    ["quotes that close in a later row", '18/11/2026;"PIX;-1,00\n18/11/2026;TED";2,00'],
    ["quotes that never close in the last row", '18/11/2026;PIX;-1,00\n18/11/2026;"TED;2,00'],
  ])("loses no row to %s", (_what, rows) => {
    const { lines } = linesOf(readText(`Data;Histórico;Valor\n${rows}`));
    expect(lines.map(({ amount }) => amount)).toEqual(["1.00", "2.00"]);
  });

  it("joins no row to a balance, and gives a row below a balance the same reason", () => {
    const text = "Data;Histórico;Valor\n18/11/2026;SALDO;1,00\n;da conta;\n\n;rodapé;\n";
    const { lines, leftOut } = linesOf(readText(text));
    expect(lines).toEqual([]);
    expect(leftOut.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      "2 balance",
      "3 balance",
      "4 blank",
      "5 note",
    ]);
  });

  it("keeps a payment whose text only begins like a balance", () => {
    const text = "Data;Histórico;Valor\n18/11/2026;Saldo do contrato PF20260000000001;-1,00\n";
    expect(linesOf(readText(text)).lines).toHaveLength(1);
  });

  it("asks about the direction of an amount when the file states none or two", () => {
    expect(
      groupsOf(
        readText("Data;Histórico;Valor\n18/11/2026;TED BIA;1,00\n18/11/2026;PIX ENVIADO;2,00"),
      ),
    ).toEqual([
      ["", null, 1],
      ["", "out", 1],
    ]);
    const twofold = "Data;Histórico;Valor;D/C\n18/11/2026;TED;1,00;C\n18/11/2026;TED;-2,00;C\n";
    expect(
      groupsOf(readText(`${twofold}18/11/2026;TED;3,00;Estorno\n18/11/2026;TED;4,00;`)),
    ).toEqual([
      ["C", null, 1],
      ["Estorno", null, 1],
      ["", null, 1],
    ]);
  });
});

describe("the answers", () => {
  const table = "Quando;Quanto;Por quê\n18/11/2026;-1;TED\n";
  const columns: ColumnKind[] = ["date", "amount", "text"];

  it("about columns are asked for when the titles and values are not enough", () => {
    const asked = readText(table);
    expect(asked).toMatchObject({
      kind: "columns",
      problem: "",
      table: { header: "quando;quanto;por quê", columns: ["date", null, "text"], line: 1 },
    });
    expect(linesOf(readText(table, { columns })).lines).toMatchObject([
      { day: "2026-11-18", amount: "1.00", direction: "out", text: "TED" },
    ]);
  });

  it("about columns are asked for again when they do not fit", () => {
    expect(readText(table, { columns: ["date", "text"] })).toMatchObject({
      kind: "columns",
      problem: "Diga quais colunas são a data, o valor e a descrição.",
    });
    expect(readText(table, { columns: ["text", "amount", "date"] })).toMatchObject({
      kind: "columns",
      problem: "Linha 2: “TED” não é uma data.",
    });
  });

  it.each([
    ["an amount beside a pair", "Data;Histórico;Valor;Crédito;Débito\n18/11/2026;TED;1,00;1,00;"],
    ["two amounts", "Data;Histórico;Valor;Valor líquido\n18/11/2026;TED;-1,00;-2,00"],
    ["no titles and two amounts", "18/11/2026;TED;-1,00;-2,00"],
    ["no text", "Data;Valor\n18/11/2026;-1,00"],
  ])("about columns are asked for when there are %s", (_what, text) => {
    expect(readText(text)).toMatchObject({ kind: "columns", problem: "" });
  });

  it("about the account fill the lines of a file that names none", () => {
    const text = csvSamples[0]?.text ?? "";
    expect(readText(text)).toMatchObject({ account: "" });
    const { account, lines } = linesOf(readText(text, { account: " Conta do aluguel " }));
    expect(account).toBe("Conta do aluguel");
    expect(toStatementJson(lines)[1]).toEqual({
      account: "Conta do aluguel",
      day: "2026-11-18",
      amount: "320.50",
      direction: "out",
      id: "",
      text: "Pix - Enviado DEVOLUCAO PF20260000000001",
    });
    const named = writeOfx([ofxEntry("CREDIT", "1.00", "PIX")]);
    expect(readText(named, { account: "Outra" })).toMatchObject({ account: "0999 55555-1" });
  });
});

it.each([
  ["", "O arquivo está vazio."],
  [
    "só texto",
    "O arquivo não é um extrato OFX ou CSV: não há uma tabela com data, valor e descrição.",
  ],
  ["%PDF-1.7\u0000", "O arquivo é um PDF. Exporte o extrato em OFX ou CSV."],
  ["PK\u0003\u0004\u0000", "O arquivo é uma planilha do Excel. Exporte o extrato em OFX ou CSV."],
  [
    "a\u0000\u0000\u0000b",
    "O arquivo não é um extrato OFX ou CSV. Exporte o extrato em OFX ou CSV.",
  ],
  ["<html><table>", "O arquivo é uma página da internet. Exporte o extrato em OFX ou CSV."],
  ["<OFX><SONRS></SONRS></OFX>", "O arquivo OFX não tem uma lista de lançamentos."],
  [
    "<OFX><STMTTRN><TRNAMT>1</STMTTRN></OFX>",
    "Nenhum lançamento pôde ser lido. Linha 1: falta a data.",
  ],
])("a file in which nothing can be read is refused: %j", (text, message) => {
  expect(readText(text)).toEqual({ kind: "refused", message });
});

it("a file of more than 10 MB is refused", () => {
  expect(readBankFile(new Uint8Array(maximumStatementBytes + 1))).toEqual({
    kind: "refused",
    message: "O arquivo passa de 10 MB. Exporte um período menor.",
  });
});

it("an OFX without movements has no lines", () => {
  expect(linesOf(readText(writeOfx([]))).lines).toEqual([]);
});

/**
 * Rows of a table with date, text, credit and debit. The key is the expected direction, `below`, or reason for leaving
 * out.
 */
const rowKinds = {
  in: ["18/11/2026;PIX BIA;1,00;;", "18/11/26;Totalpass;1.000,00;0,00;9,00"],
  out: ["2026-11-18;TARIFA;;2,00;", "18.11.2026;SALDO DEVOLVIDO A BIA;;-2,00;"],
  below: [";REM: BIA SOUZA;;;"],
  balance: ["18/11/2026;SALDO ANTERIOR;;;1,00", "00/00/0000;x;;;1,00"],
  total: [";Total;1,00;2,00;", "Total;;1,00;2,00;"],
  zero: ["18/11/2026;PIX;0,00;0,00;"],
  scheduled: ["21/11/2026;PIX;1,00;;"],
  blank: [";;;;", ""],
  note: ["Data;Histórico;Crédito;Débito;Saldo", "Os dados podem mudar.;;;;"],
  unreadable: ["18/11/2026;PIX;1,00;1,00;", "x;PIX;1,00;;", "18/11/2026;PIX;um;;"],
} as const;

it("every row of a table ends in exactly one list, for any order of rows", () => {
  const kinds = Object.entries(rowKinds).flatMap(([kind, rows]) =>
    rows.map((row) => ({ kind, row })),
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 25 }), (rows) => {
      const first = { kind: "in", row: rowKinds.in[0] };
      const all = [first, ...rows, first];
      const { lines, leftOut } = linesOf(
        readText(["Data;Histórico;Crédito;Débito;Saldo", ...all.map(({ row }) => row)].join("\n")),
      );
      let above = "note";
      const expected = all.map(({ kind }) => {
        // A continuation row shares the fate of the row above it: it becomes part of a movement, or is left out for the
        // same reason.
        if (kind !== "below") above = kind === "blank" ? "note" : kind;
        return kind === "below" ? (above === "in" || above === "out" ? "below" : above) : kind;
      });
      const found = new Map<number, string[]>();
      const put = (line: number, kind: string) =>
        found.set(line, [...(found.get(line) ?? []), kind]);
      for (const { line, below, direction } of lines) {
        put(line, direction);
        for (const number of below) put(number, "below");
      }
      for (const { line, reason } of leftOut) put(line, reason);
      expect(all.map((_row, index) => found.get(index + 2))).toEqual(
        expected.map((kind) => [kind]),
      );
      expect(found.size).toBe(all.length);
    }),
  );
});

it("every row of unknown cells is accounted for once", () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "18/11/2026",
      "1,00",
      "-2.00",
      "SALDO",
      "Total",
      "",
      "Entrada",
      "Data",
      "Valor",
    ),
    fc.string({ maxLength: 12 }).map((text) => text.replace(/[";\n\r]/g, "")),
  );
  const row = fc.array(cell, { minLength: 1, maxLength: 6 }).map((cells) => cells.join(";"));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const head = ["Data;Histórico;Valor", "18/11/2026;PIX;-1,00"];
      const text = [...head, ...rows, "x"].join("\n");
      const asked = readText(text, { columns: ["date", "text", "amount"] });
      const groups = asked.kind === "directions" ? asked.groups : [];
      const directions = Object.fromEntries(groups.map(({ key }) => [key, "leave" as const]));
      const { lines, leftOut } = linesOf(
        readText(text, { columns: ["date", "text", "amount"], directions }),
      );
      const numbers = [
        ...lines.flatMap(({ line, below }) => [line, ...below]),
        ...leftOut.map(({ line }) => line),
      ];
      expect(numbers.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: rows.length + 2 }, (_none, index) => index + 2),
      );
    }),
  );
});

const noisyParts =
  '<STMTTRN>|</STMTTRN>|<OFX>|</OFX>|<TRNAMT>1|<DTPOSTED>20261118|<MEMO>|</MEMO>|;|\n|"|Data;Valor;Histórico|18/11/2026|1,00'.split(
    "|",
  );

it("any bytes give a reading", () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: "binary", maxLength: 300 }).map(bytesOf),
    fc
      .array(fc.constantFrom(...noisyParts), { maxLength: 30 })
      .map((parts) => bytesOf(parts.join(""))),
  );
  fc.assert(
    fc.property(noise, (bytes) => {
      const reading = readBankFile(new Uint8Array(bytes), {}, today);
      for (const { text, amount } of reading.kind === "lines" ? reading.lines : []) {
        expect(text.isWellFormed()).toBe(true);
        expect(amount).toMatch(/^\d{1,10}\.\d{2}$/);
      }
    }),
  );
});

// Length of texts that would make a backtracking regular expression run for minutes. The test then times out.
const long = 4_000_000;
it.each([
  ["spaces in an amount", `Data;Valor;Histórico\n18/11/2026;1${" ".repeat(long)}1;x`],
  ["spaces in a day", `Data;Valor;Histórico\n${" ".repeat(long)}/11/2026;1,00;x`],
  ["a long text", `Data;Valor;Histórico\n18/11/2026;-1,00;${"A".repeat(long)}`],
  ["delimiters alone", ";".repeat(long)],
  ["quotes alone", '"'.repeat(long)],
  ["a memo that does not end", `<OFX><STMTTRN><MEMO>${" ".repeat(long)}`],
  ["angle brackets", `<OFX>${"<".repeat(long)}`],
  ["tags", `<OFX><STMTTRN>${"<MEMO>".repeat(long / 8)}`],
  ["entities", `<OFX><STMTTRN><MEMO>${"&#".repeat(long / 4)}</MEMO>`],
  ["breaks", `<OFX><STMTTRN><MEMO>${"<br ".repeat(long / 4)}</MEMO>`],
])("a file of megabytes gives a reading: %s", (_what, text) => {
  expect(readText(text).kind).toBeTypeOf("string");
});

/** Returns the bytes of UTF-16, low byte first. */
function utf16(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    text.split("").flatMap((unit) => [unit.charCodeAt(0) & 0xff, unit.charCodeAt(0) >> 8]),
  );
}
