import type { MailTextName, MailVariables } from "../contracts/mail-texts.ts";
import { fillVariables } from "../contracts/fields/variables.ts";
import { companyValues } from "../content/company-values.ts";
import type { MailText } from "../content/function-content.ts";
import type { MailContext } from "./define-template.ts";
import { Note, Paragraph } from "./mail-parts.tsx";

/** The words of a mail as its reader gets them; what every mail may name is filled in here. */
export function wordMail<Name extends MailTextName>(
  { mailTexts, rules, company }: MailContext,
  name: Name,
  variables: Omit<MailVariables<Name>, "brandName" | "companyEmail" | "dataProtectionEmail">,
): MailText {
  const values = {
    ...rules,
    ...companyValues(company),
    ...variables,
  };
  const fill = (text: string) => fillVariables(text, values);
  const { paragraphs, note, ...lines } = mailTexts[name];
  return {
    subject: fill(lines.subject),
    preview: fill(lines.preview),
    heading: fill(lines.heading),
    button: fill(lines.button),
    paragraphs: paragraphs.map(fill),
    note: note === null ? null : fill(note),
  };
}

/** Paragraphs of a mail's words. */
export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((paragraph) => <Paragraph key={paragraph}>{paragraph}</Paragraph>);
}

/** What a mail's words say in small letters, if anything: a paragraph for each line. */
export function ClosingNote({ of: { note } }: { of: MailText }) {
  const lines = note?.split("\n").filter((line) => line !== "") ?? [];
  return lines.map((line) => <Note key={line}>{line}</Note>);
}
