import { readBankFile } from "./read-bank-file.ts";
import type { StatementAnswers, StatementReading } from "./statement-reading.ts";

/** Day that the tests use as today. */
export const today = "2026-11-20";

export const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

export function readText(text: string, answers?: StatementAnswers): StatementReading {
  return readBankFile(bytesOf(text), answers, today);
}

/** Returns the result if its kind is `lines`. @throws for other kinds */
export function linesOf(reading: StatementReading) {
  if (reading.kind !== "lines") throw new Error(`The reading is ${JSON.stringify(reading)}`);
  return reading;
}

/** Returns `written`, `hint` and the number of lines of each direction group. For other results, returns the kind. */
export function groupsOf(reading: StatementReading) {
  return reading.kind === "directions"
    ? reading.groups.map(({ written, hint, lines }) => [written, hint, lines.length])
    : reading.kind;
}

/** Movement that a sample contains: day, amount, direction, bank's id, text. */
type Expected = readonly [
  day: string,
  amount: string,
  direction: "in" | "out",
  id: string,
  text: string,
];

/** File in the format of one bank, with invented names, and the expected reading. */
export interface StatementSample {
  name: string;
  text: string;
  account: string;
  lines: readonly Expected[];
  /** Rows that are not imported, each as "line reason". */
  leftOut: readonly string[];
}

/** Writes an OFX in SGML, whose values have no end tags. Entries begin at line 7 and have 7 lines each. */
export function writeOfx(
  entries: readonly Readonly<Record<string, string>>[],
  account = "<BANKID>0999<ACCTID>55555-1",
): string {
  const blocks = entries.map((entry) => {
    const values = Object.entries(entry).map(([name, value]) => `<${name}>${value}`);
    return ["<STMTTRN>", ...values, "</STMTTRN>"].join("\n");
  });
  return `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
${blocks.join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
}

/** Returns the values of an OFX entry. */
export const ofxEntry = (TRNTYPE: string, TRNAMT: string, MEMO: string, FITID = "F1") => ({
  TRNTYPE,
  DTPOSTED: "20261118",
  TRNAMT,
  FITID,
  MEMO,
});

export const csvSamples: readonly StatementSample[] = [
  {
    name: "a direction column beside balances of several kinds",
    text: `"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"
"31/10/2026","Saldo Anterior","","","500,00",""
"18/11/2026","Pix - Recebido","18/11 09:15 BIA SOUZA","70001","320,50","Entrada"
"18/11/2026","Pix - Enviado","DEVOLUCAO PF20260000000001","70002","320,50","Saída"
"00/00/0000","Saldo do dia","","","500,00",""
"18/11/2026","S A L D O","","","500,00",""
`,
    account: "",
    lines: [
      ["2026-11-18", "320.50", "in", "", "Pix - Recebido 18/11 09:15 BIA SOUZA"],
      ["2026-11-18", "320.50", "out", "", "Pix - Enviado DEVOLUCAO PF20260000000001"],
    ],
    leftOut: ["2 balance", "5 balance", "6 balance"],
  },
  {
    name: "two amount columns, rows that continue, a total and a second table",
    text: `Extrato de: Ag: 4321 | Conta: 98765-0 | Entre 01/11/2026 e 18/11/2026
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);
01/11/2026;SALDO ANTERIOR;;;;10,00;
18/11/26;TRANSFE PIX;9;320,50;;330,50;
;REM: BIA SOUZA;;;;;
;PF20260000000001;;;;;
18/11/2026;TARIFA BANCARIA;1;;-2,00;328,50;
;Total;;320,50;2,00;328,50;

Últimos lançamentos
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);
19/11/2026;TRANSFE PIX;10;7,00;0,00;335,50;
19/11/2026;ESTORNO;11;0,00;0,00;335,50;
Lançamentos futuros
Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);
19/11/2026;PIX PARA AMANHA;12;8,00;;;
Os dados acima podem mudar.
`,
    account: "4321 98765-0",
    lines: [
      ["2026-11-18", "320.50", "in", "", "TRANSFE PIX REM: BIA SOUZA PF20260000000001"],
      ["2026-11-18", "2.00", "out", "", "TARIFA BANCARIA"],
      ["2026-11-19", "7.00", "in", "", "TRANSFE PIX"],
    ],
    leftOut: [
      "3 balance",
      "8 total",
      "9 blank",
      "10 note",
      "11 note",
      "13 zero",
      "14 note",
      "15 note",
      "16 scheduled",
      "17 note",
    ],
  },
  {
    name: "a total whose word stands in place of the day",
    text: `Data;Histórico;Crédito;Débito
18/11/2026;TRANSFE PIX;1.320,50;
18/11/2026;TOTALPASS BRASIL;;49,90
Total;;1.320,50;49,90
;Total do extrato de novembro;1.320,50;49,90
`,
    account: "",
    lines: [
      ["2026-11-18", "1320.50", "in", "", "TRANSFE PIX"],
      ["2026-11-18", "49.90", "out", "", "TOTALPASS BRASIL"],
    ],
    leftOut: ["4 total", "5 total"],
  },
  {
    name: "C and D in a column, days without marks, and the account in each row",
    text: `"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"
"0777001";"20261118";"181126";"CRED PIX";"320.50";"C"
"0777002";"20261118";"181127";"ENVIO PIX";"320.50";"D"
`,
    account: "0777001, 0777002",
    lines: [
      ["2026-11-18", "320.50", "in", "", "CRED PIX"],
      ["2026-11-18", "320.50", "out", "", "ENVIO PIX"],
    ],
    leftOut: [],
  },
  {
    name: "C and D behind the amounts",
    text: `DATA;DOCUMENTO;HISTÓRICO;VALOR
18/11/2026;Pix;CRÉD.PIX-BIA;"320,50C"
18/11/2026;Pix;DÉB.PIX;"5,00 D"
18/11/2026;;SALDO DO DIA;"825,50C"
`,
    account: "",
    lines: [
      ["2026-11-18", "320.50", "in", "", "CRÉD.PIX-BIA"],
      ["2026-11-18", "5.00", "out", "", "DÉB.PIX"],
    ],
    leftOut: ["4 balance"],
  },
  {
    name: "another delimiter above the table",
    text: `Extrato, conta corrente
Conta, 7654321-0
Período, 01/11/2026 a 18/11/2026, emitido em 18/11/2026, às 10:00
Saldo, 330,50

Data Lançamento;Histórico;Descrição;Valor;Saldo
18/11/2026;Pix recebido;BIA, SOUZA E CIA;320,50;330,50
`,
    account: "7654321-0",
    lines: [["2026-11-18", "320.50", "in", "", "Pix recebido BIA, SOUZA E CIA"]],
    leftOut: [],
  },
  {
    name: "branch and account in cells above the table",
    text: `AGENCIA;0042;CONTA;130099999

Data;Histórico;Documento;Valor (R$);Saldo (R$)
18/11/2026;PIX RECEBIDO BIA;000000;320,50;330,50
18/11/2026;PIX RECEBIDO BIA;000000;320,50;651,00
`,
    account: "0042 130099999",
    lines: [
      ["2026-11-18", "320.50", "in", "", "PIX RECEBIDO BIA"],
      ["2026-11-18", "320.50", "in", "", "PIX RECEBIDO BIA"],
    ],
    leftOut: [],
  },
  {
    name: "a summary with other titles above the table, and ids",
    text: `INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE
"10,00";"320,50";"-2,00";"328,50"

RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE
18-11-2026;Pix recebido BIA SOUZA;7001;320,50;330,50
18-11-2026;Tarifa;7002;-2,00;328,50
`,
    account: "",
    lines: [
      ["2026-11-18", "320.50", "in", "7001", "Pix recebido BIA SOUZA"],
      ["2026-11-18", "2.00", "out", "7002", "Tarifa"],
    ],
    leftOut: [],
  },
  {
    name: "no titles",
    text: `18/11/2026;PIX TRANSF BIA 18/11;320,50
18/11/2026;TAR PACOTE;-5,00
30/11/2026;PIX DE OUTRO DIA;1,00
`,
    account: "",
    lines: [
      ["2026-11-18", "320.50", "in", "", "PIX TRANSF BIA 18/11"],
      ["2026-11-18", "5.00", "out", "", "TAR PACOTE"],
    ],
    leftOut: ["3 scheduled"],
  },
  {
    name: "commas, points before cents, and a description with commas and no quotes",
    text: `Data,Valor,Identificador,Descrição
18/11/2026,1320.50,aa11-01,Transferência recebida - BIA, SOUZA E CIA - Agência: 9 Conta: 8-7
18/11/2026,-5.00,aa11-02,Compra no débito
`,
    account: "",
    lines: [
      [
        "2026-11-18",
        "1320.50",
        "in",
        "aa11-01",
        "Transferência recebida - BIA, SOUZA E CIA - Agência: 9 Conta: 8-7",
      ],
      ["2026-11-18", "5.00", "out", "aa11-02", "Compra no débito"],
    ],
    leftOut: [],
  },
  {
    name: "two amount columns with zeros, and two days",
    text: `EXTRATO DE CONTA CORRENTE

Agência: 7 / Conta: 7654

Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)
18/11/2026,19/11/2026,Pix recebido de BIA,BIA,320.50,0.00,330.50
18/11/2026,19/11/2026,Pix enviado,ANA,0.00,5.00,325.50
`,
    account: "7 7654",
    lines: [
      ["2026-11-18", "320.50", "in", "", "Pix recebido de BIA BIA"],
      ["2026-11-18", "5.00", "out", "", "Pix enviado ANA"],
    ],
    leftOut: [],
  },
  {
    name: "rows that cannot be read",
    text: `Data;Histórico;Valor
18/11/2026;PIX BIA;x1
31/02/2026;PIX BIA;1,00
;PIX BIA;1,00
18/11/1999;PIX BIA;1,00
18/11/2026;PIX BIA;1.320,50;9
18/11/2026;PIX BIA;
18/11/2026;"PIX "BIA;-7,00
18/11/2026;PIX BIA;1.320,50
`,
    account: "",
    lines: [
      ["2026-11-18", "7.00", "out", "", '"PIX "BIA'],
      ["2026-11-18", "1320.50", "in", "", "PIX BIA"],
    ],
    leftOut: [2, 3, 4, 5, 6, 7].map((line) => `${line} unreadable`),
  },
];
