import { describe, expect, test } from "vitest";
import { businessTokens } from "../business-tokens.ts";
import {
  checkDrawn,
  checkNeededVariables,
  checkRichTextCopy,
  checkRichTextWording,
  checkTokens,
} from "./check-texts.ts";

function paragraph(...texts: string[]) {
  return { _type: "block", children: texts.map((text) => ({ _type: "span", text })) };
}

test("checkDrawn refuses a letter that documents cannot show", () => {
  expect(checkDrawn("Até 70% — “limite” nº 5")).toBe(true);
  expect(checkDrawn("☐ Aceito")).toBe("Troque “☐”: os documentos não conseguem mostrar.");
});

describe("checkTokens", () => {
  test.each(businessTokens)("accepts {{%s}}", (token) => {
    expect(checkTokens(`Em até {{${token}}}, sem papelada.`)).toBe(true);
  });

  test.each(["{{aprovacao}}", "{{ approvalHours }}", "{{}}"])("refuses %s as unknown", (token) => {
    expect(checkTokens(`Em até ${token} horas`)).toContain("não existe nas regras do negócio");
  });

  test.each(["{{approvalHours}", "approvalHours}}", "{{{approvalHours}}}"])(
    "refuses %s as malformed",
    (token) => {
      expect(checkTokens(`Em até ${token} horas`)).toBeTypeOf("string");
    },
  );

  test("reads every paragraph of a rich text", () => {
    const blocks = [paragraph("Em até {{approvalHours}} horas."), paragraph("Pelos {{artigos}}.")];
    expect(checkRichTextCopy(blocks)).toContain("{{artigos}}");
    expect(checkRichTextCopy(blocks.slice(0, 1))).toBe(true);
  });

  test("refuses a token split by formatting, which the site would not fill in", () => {
    expect(checkRichTextCopy([paragraph("Até {{approval", "Hours}} horas")])).toBeTypeOf("string");
  });

  test("skips images between paragraphs", () => {
    expect(checkRichTextCopy([{ _type: "imageWithAlt", alt: "Casa" }])).toBe(true);
    expect(checkRichTextCopy(undefined)).toBe(true);
  });
});

describe("checkGuaranteeWording", () => {
  test.each(["A apólice chega por e-mail.", "Em caso de sinistro", "Receba a indenização"])(
    "warns about “%s”",
    (text) => {
      expect(checkRichTextWording([paragraph(text)])).toContain("é termo de seguro");
    },
  );

  test.each(["100% seguro e confiável", "A fiança não é seguro.", "Um empreendimento"])(
    "accepts “%s”",
    (text) => {
      expect(checkRichTextWording([paragraph(text)])).toBe(true);
    },
  );
});

const check = checkNeededVariables("contractEnded");

test("the texts of a mail together must contain its required variables", () => {
  expect(
    check({ subject: "{{contractNumber}}", paragraphs: ["Em {{endedOn}}. {{follows}} {{fee}}"] }),
  ).toBe(true);
  expect(check({ subject: "{{contractNumber}}, {{follows}} {{fee}}", note: null })).toBe(
    "Algum texto deste e-mail precisa dizer {{endedOn}}.",
  );
  expect(check(undefined)).toMatch(
    /\{\{contractNumber\}\}, \{\{endedOn\}\}, \{\{follows\}\} e \{\{fee\}\}/,
  );
});

test("a mail without required variables may have any text", () => {
  expect(checkNeededVariables("staffReleased")({ subject: "Conta liberada" })).toBe(true);
});
