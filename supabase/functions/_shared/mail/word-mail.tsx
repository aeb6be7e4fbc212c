import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { MailTextName, MailVariables } from "#contracts/mail/mail-texts.ts";
import { fillVariables, ruleValues } from "#contracts/fields/variables.ts";
import { type MailText, companyValues } from "../content/function-content.ts";
import type { Mail, MailContent, MailContext } from "./define-template.ts";
import { Action, type DetailRow, Details, Note, Paragraph } from "./mail-parts.tsx";

/** Replaces the placeholders in a mail's texts by `variables`, the business rules and the company's data. */
export function wordMail<Name extends MailTextName>(
  { mailTexts, rules, company }: MailContext,
  name: Name,
  variables: OwnVariables<Name>,
): MailText {
  const values = {
    ...ruleValues(rules),
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

export function Paragraphs({ texts }: { texts: readonly string[] }) {
  return texts.map((paragraph) => <Paragraph key={paragraph}>{paragraph}</Paragraph>);
}

/** Renders the small print of a mail, if it has any. Each line becomes a paragraph. */
export function ClosingNote({ of: { note } }: { of: MailText }) {
  const lines = note?.split("\n").filter((line) => line !== "") ?? [];
  return lines.map((line) => <Note key={line}>{line}</Note>);
}

type OwnVariables<Name extends MailTextName> = Omit<
  MailVariables<Name>,
  "brandName" | "companyEmail" | "dataProtectionEmail"
>;

interface StandardMail {
  /** Quoted text, shown after the first paragraph. */
  quote?: ReactNode;
  /** Content shown after the paragraphs and before the table of `facts`. */
  details?: ReactNode;
  /** Title and rows of a table, shown before the button. */
  facts?: readonly [title: string, ...rows: DetailRow[]];
  url: string;
  /** Whether details, facts and button stand directly after the first paragraph. */
  buttonFirst?: boolean;
  /** Content shown after the button. */
  after?: ReactNode;
  /** E-mail address for replies; null for none. The company's address is used when this field is absent. */
  replyTo?: string | null;
}

/** Builds a mail in the layout that almost all mails share: paragraphs, details, one button, small print. */
export function standardMail(
  words: MailText,
  { company }: MailContext,
  { quote, details, facts, url, buttonFirst = false, after, replyTo = company.email }: StandardMail,
): MailContent {
  const [title = "", ...rows] = facts ?? [];
  const paragraphs = <Paragraphs texts={words.paragraphs.slice(1)} />;
  return {
    ...words,
    ...(replyTo !== null && { replyTo }),
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        {quote}
        {!buttonFirst && paragraphs}
        {details}
        {facts && <Details title={title} rows={rows} />}
        <Action url={url}>{words.button}</Action>
        {buttonFirst && paragraphs}
        {after}
        <ClosingNote of={words} />
      </>
    ),
  };
}

export type FilledMail<Name extends MailTextName> = StandardMail & {
  variables: OwnVariables<Name>;
};

export function defineRowMail<Name extends MailTextName, Row extends z.ZodMiniType>(
  name: Name,
  rowSchema: Row,
  example: object | null,
  fill: (row: z.output<Row>, context: MailContext) => FilledMail<Name> | Promise<FilledMail<Name>>,
): Mail {
  return {
    example: { payload: {}, subject: example },
    render: async ({ subject }, context) => {
      const { variables, ...layout } = await fill(rowSchema.parse(subject), context);
      return standardMail(wordMail(context, name, variables), context, layout);
    },
  };
}
