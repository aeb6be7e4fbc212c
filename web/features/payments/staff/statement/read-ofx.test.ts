import { describe, expect, it } from "vitest";
import { groupsOf, linesOf, ofxEntry, readText, writeOfx } from "./statement-samples-for-tests.ts";

describe("an OFX", () => {
  const memo = "PIX RECEBIDO PF20260000000001 JOÃO & CIA";
  const line = {
    place: 1,
    line: 7,
    below: [],
    account: "0999 55555-1",
    day: "2026-11-18",
    amount: "320.50",
    direction: "in",
    id: "F1",
    text: memo,
  };
  const sgml = writeOfx([ofxEntry("CREDIT", "320.50", memo.replace("&", "&amp;"))]);
  const xml = `<?xml version="1.0"?><OFX><BANKACCTFROM><BANKID>0999</BANKID><ACCTID>55555-1</ACCTID></BANKACCTFROM>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261118</DTPOSTED><TRNAMT>320,50</TRNAMT><FITID>F1</FITID>
<MEMO>PIX RECEBIDO PF20260000000001 JO&Atilde;O &#38; CIA</MEMO></STMTTRN></OFX>`;

  it.each([
    ["SGML", sgml, 7],
    [
      "SGML without the last end tags",
      sgml.replace("</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>", ""),
      7,
    ],
    ["XML", xml, 2],
    ["XML in one line", xml.replaceAll("\n", ""), 1],
    ["XML with CDATA", xml.replace(/<MEMO>.*<\/MEMO>/, `<MEMO><![CDATA[${memo}]]></MEMO>`), 2],
    ["a name that the memo repeats", sgml.replace("<MEMO>", "<NAME>PIX RECEBIDO\n<MEMO>"), 7],
    ["a bank's own tag behind the memo", sgml.replace("CIA\n", "CIA\n<BANKOWN>x\n"), 7],
  ])("gives its movements: %s", (_how, text, number) => {
    const { lines, leftOut, isCutOff } = linesOf(readText(text));
    expect(lines).toEqual([{ ...line, line: number }]);
    expect(leftOut).toEqual([]);
    expect(isCutOff).toBe(false);
  });

  it.each([
    ["PIX BIA<BR/>PF20260000000001", "PIX BIA PF20260000000001"],
    ["PIX BIA&lt;br&gt;PF20260000000001", "PIX BIA PF20260000000001"],
    ["PIX <BIA> 1 < 2 > 0 </b>", "PIX <BIA> 1 < 2 > 0 </b>"],
    ["BAR D&apos;&Aacute;VILA &#233; &#xC7; &amp;lt; &x;", "BAR D'ÁVILA é Ç &lt; &x;"],
    ["Two\nlines", "Two lines"],
  ])("keeps markup in a memo as text: %j", (written, text) => {
    expect(linesOf(readText(writeOfx([ofxEntry("CREDIT", "1.00", written)]))).lines[0]?.text).toBe(
      text,
    );
    const closed = writeOfx([ofxEntry("CREDIT", "1.00", `${written}</MEMO>`)]);
    expect(linesOf(readText(closed)).lines[0]?.text).toBe(text);
  });

  it("gives each of two accounts its own lines", () => {
    const first = writeOfx([ofxEntry("CREDIT", "1.00", "PIX")]);
    const second = writeOfx([ofxEntry("CREDIT", "1.00", "PIX")], "<BANKID>0999<ACCTID>66666-2");
    const { account, lines } = linesOf(readText(first + second));
    expect(account).toBe("0999 55555-1, 0999 66666-2");
    expect(lines.map((one) => one.account)).toEqual(["0999 55555-1", "0999 66666-2"]);
  });

  it("leaves out balances, days to come and entries that cannot be read", () => {
    const text = writeOfx([
      ofxEntry("OTHER", "10.00", "Saldo Anterior"),
      { ...ofxEntry("CREDIT", "1.00", "PIX"), DTPOSTED: "20261121" },
      { ...ofxEntry("CREDIT", "1.00", "PIX"), DTPOSTED: "20261340" },
      ofxEntry("CREDIT", "NaN", "PIX"),
      ofxEntry("CREDIT", "0.00", "PIX"),
      ofxEntry("CREDIT", "2.00", "PIX"),
    ]);
    const { lines, leftOut } = linesOf(readText(text));
    expect(lines.map(({ amount }) => amount)).toEqual(["2.00"]);
    expect(leftOut.map(({ line: number, reason, problem }) => [number, reason, problem])).toEqual([
      [7, "balance", ""],
      [14, "scheduled", ""],
      [21, "unreadable", "Linha 21: “20261340” não é uma data."],
      [28, "unreadable", "Linha 28: “NaN” não é um valor em reais."],
      [35, "zero", ""],
    ]);
  });

  it("leaves out only the entry in which a file is cut off", () => {
    const text = writeOfx([
      ofxEntry("CREDIT", "1.00", "PIX"),
      ofxEntry("CREDIT", "2345.00", "PIX"),
    ]);
    const { lines, leftOut, isCutOff } = linesOf(readText(text.slice(0, text.indexOf("45.00"))));
    expect(isCutOff).toBe(true);
    expect(lines.map(({ amount }) => amount)).toEqual(["1.00"]);
    expect(leftOut.map(({ problem }) => problem)).toEqual(["Linha 14: o lançamento não termina."]);
  });
});

describe("the direction of an OFX amount", () => {
  it.each([
    ["CREDIT", "1.00", "in"],
    ["CREDIT", "-1.00", "out"],
    ["DEBIT", "1.00", "out"],
    ["DEBIT", "-1.00", "out"],
    ["OTHER", "-1.00", "out"],
    ["OTHER", "+1.00", "in"],
  ])("the direction of an OFX amount is known: %s %s", (type, amount, direction) => {
    expect(
      linesOf(readText(writeOfx([ofxEntry(type, amount, "PIX RECEBIDO")]))).lines,
    ).toMatchObject([{ amount: "1.00", direction }]);
  });

  it.each([
    ["OTHER", null],
    ["XFER", null],
    ["IN", "in"],
    ["DEP", "in"],
    ["OUT", "out"],
    ["", null],
  ])(
    "the direction of an OFX amount without a sign is asked about when its type is %j",
    (type, hint) => {
      const text = writeOfx([ofxEntry(type, "1.00", "PIX RECEBIDO")]);
      expect(groupsOf(readText(text))).toEqual([[type, hint, 1]]);
    },
  );

  it("the direction of a type is known from its sign only when the file writes a minus", () => {
    const entries = [ofxEntry("OTHER", "1,00", "PIX"), ofxEntry("OTHER", "-2,00", "SAQUE")];
    expect(linesOf(readText(writeOfx(entries))).lines.map(({ direction }) => direction)).toEqual([
      "in",
      "out",
    ]);
    const pair = [ofxEntry("IN", "1.00", "PIX"), ofxEntry("OUT", "-2.00", "PIX")];
    expect(groupsOf(readText(writeOfx(pair)))).toBe("lines");
    const mixed = [ofxEntry("XFER", "1.00", "PIX"), ofxEntry("FEE", "-2.00", "TARIFA")];
    expect(groupsOf(readText(writeOfx(mixed)))).toEqual([["XFER", null, 1]]);
    // An overdrawn balance is not a movement.
    const overdrawn = [
      ofxEntry("XFER", "1.00", "PIX"),
      ofxEntry("XFER", "-2.00", "SALDO ANTERIOR"),
    ];
    expect(groupsOf(readText(writeOfx(overdrawn)))).toEqual([["XFER", null, 1]]);
  });

  it("comes from the answers, and the lines are numbered after them", () => {
    const text = writeOfx([
      ofxEntry("OUT", "1.00", "PIX ENVIADO"),
      ofxEntry("IN", "2.00", "PIX RECEBIDO"),
      ofxEntry("OTHER", "3.00", "AJUSTE"),
      ofxEntry("CREDIT", "4.00", "PIX RECEBIDO"),
      ofxEntry("CREDIT", "5.00", "Saldo Anterior"),
    ]);
    const first = readText(text);
    const keys = first.kind === "directions" ? first.groups.map(({ key }) => key) : [];
    const some = { [keys[0] ?? ""]: "out", [keys[1] ?? ""]: "in" } as const;
    expect(groupsOf(readText(text, { directions: some }))).toEqual([["OTHER", null, 1]]);
    const all = { ...some, [keys[2] ?? ""]: "leave" } as const;
    const { lines, leftOut } = linesOf(readText(text, { directions: all }));
    expect(lines.map(({ place, amount, direction }) => [place, amount, direction])).toEqual([
      [1, "1.00", "out"],
      [2, "2.00", "in"],
      [3, "4.00", "in"],
    ]);
    expect(leftOut.map(({ line, reason }) => [line, reason])).toEqual([
      [21, "direction"],
      [35, "balance"],
    ]);
  });
});
