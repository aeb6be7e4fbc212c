import { describe, expect, test } from "vitest";
import { businessTokens } from "../business-tokens.ts";
import { checkRichTextCopy, checkRichTextWording } from "./rich-text.ts";
import { checkNeededVariables, checkTokens } from "./texts.ts";

function paragraph(...texts: string[]) {
  return { _type: "block", children: texts.map((text) => ({ _type: "span", text })) };
}

describe("tokens in copy", () => {
  test.each(businessTokens)("{{%s}} is known", (token) => {
    expect(checkTokens(`Em até {{${token}}}, sem papelada.`)).toBe(true);
  });

  test.each(["{{aprovacao}}", "{{ approvalHours }}", "{{}}"])("%s is not", (token) => {
    expect(checkTokens(`Em até ${token} horas`)).toContain("não existe nas regras do negócio");
  });

  test.each(["{{approvalHours}", "approvalHours}}", "{{{approvalHours}}}"])(
    "%s is written wrong",
    (token) => {
      expect(checkTokens(`Em até ${token} horas`)).toBeTypeOf("string");
    },
  );

  test("are looked for in every paragraph of a rich text", () => {
    const blocks = [paragraph("Em até {{approvalHours}} horas."), paragraph("Pelos {{artigos}}.")];
    expect(checkRichTextCopy(blocks)).toContain("{{artigos}}");
    expect(checkRichTextCopy(blocks.slice(0, 1))).toBe(true);
  });

  test("may not be split by formatting, since the site would not fill them in", () => {
    expect(checkRichTextCopy([paragraph("Até {{approval", "Hours}} horas")])).toBeTypeOf("string");
  });

  test("are not looked for in images between paragraphs", () => {
    expect(checkRichTextCopy([{ _type: "imageWithAlt", alt: "Casa" }])).toBe(true);
    expect(checkRichTextCopy(undefined)).toBe(true);
  });
});

describe("words of insurance", () => {
  test.each(["A apólice chega por e-mail.", "Em caso de sinistro", "Receba a indenização"])(
    "are pointed out in “%s”",
    (text) => {
      expect(checkRichTextWording([paragraph(text)])).toContain("é termo de seguro");
    },
  );

  test.each(["100% seguro e confiável", "A fiança não é seguro.", "Um empreendimento"])(
    "are not seen in “%s”",
    (text) => {
      expect(checkRichTextWording([paragraph(text)])).toBe(true);
    },
  );
});

const check = checkNeededVariables("contractEnded");

test("the words of a mail have to name what its reader must learn, wherever they do", () => {
  expect(
    check({ subject: "{{contractNumber}}", paragraphs: ["Em {{endedOn}}. {{follows}}"] }),
  ).toBe(true);
  expect(check({ subject: "{{contractNumber}}, {{follows}}", note: null })).toBe(
    "Algum texto deste e-mail precisa dizer {{endedOn}}.",
  );
  expect(check(undefined)).toMatch(/\{\{contractNumber\}\}, \{\{endedOn\}\} e \{\{follows\}\}/);
});

test("a mail that tells nothing of its own needs nothing", () => {
  expect(checkNeededVariables("staffReleased")({ subject: "Conta liberada" })).toBe(true);
});
