import { toPlainText } from "@react-email/render";
import type { Company } from "../content/function-content.ts";

/** What html-to-text hands to a formatter, as far as the ones below use it. */
type Element = { name?: string; children?: Element[]; attribs?: Record<string, string> };
type Builder = {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  openList(options: { interRowLineBreaks: number; leadingLineBreaks: number }): void;
  closeList(options: { trailingLineBreaks: number }): void;
  openListItem(options: { prefix: string }): void;
  closeListItem(): void;
  addLiteral(text: string): void;
  addInline(text: string): void;
  addLineBreak(): void;
};
type Walk = (children: Element[] | undefined, builder: Builder) => void;

/** A title ends in a colon, and what it is of follows on the next line. */
function formatTitle(element: Element, walk: Walk, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.addLiteral(":");
  builder.closeBlock({ trailingLineBreaks: 1 });
}

/** The label, and the address below it. */
function formatAction(element: Element, walk: Walk, builder: Builder): void {
  walk(element.children, builder);
  builder.addLiteral(":");
  builder.addLineBreak();
  builder.addLiteral(element.attribs?.["href"] ?? "");
}

/** A list with a dash before each row; further lines of a row stand under its first. */
function formatDetails(element: Element, walk: Walk, builder: Builder): void {
  const rows = element.children?.flatMap(({ children }) => children ?? []) ?? [];
  builder.openList({ interRowLineBreaks: 1, leadingLineBreaks: 1 });
  for (const row of rows) {
    builder.openListItem({ prefix: "- " });
    walk(row.children, builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: 2 });
}

function formatLabel(element: Element, walk: Walk, builder: Builder): void {
  walk(element.children, builder);
  builder.addLiteral(": ");
}

/** The plain text twin of an e-mail's HTML. */
export function toMailText(html: string, company: Company): string {
  const words = toPlainText(html, {
    // Spaces are somebody's own; the HTML has none between elements.
    whitespaceCharacters: "\n",
    formatters: { formatTitle, formatAction, formatDetails, formatLabel },
    selectors: [
      { selector: ".brand", format: "skip" },
      { selector: ".signature", format: "skip" },
      { selector: "h1", options: { uppercase: false, trailingLineBreaks: 2 } },
      {
        selector: "h2",
        options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 },
      },
      { selector: ".details", format: "formatDetails" },
      { selector: ".row", format: "inline" },
      { selector: ".label", format: "formatLabel" },
      { selector: ".quote-title", format: "formatTitle" },
      { selector: "blockquote", options: { leadingLineBreaks: 1, trimEmptyLines: false } },
      { selector: ".action", format: "formatAction" },
    ],
  });
  const signature = [
    `${company.legalName} · CNPJ ${company.cnpj}`,
    company.address,
    company.email,
    `Dados pessoais (LGPD): ${company.dataProtectionEmail}`,
  ].join("\n");
  return `${words.trim()}\n\n--\n${signature}\n`;
}
