import { render } from "@react-email/render";
import * as z from "zod/mini";
import { type MailTextName, templateOf, testMailSchema } from "#contracts/mail/mail-texts.ts";
import type { FunctionContent, MailText } from "../content/function-content.ts";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { seedContent } from "../content/seed-content.ts";
import {
  type Mail,
  type MailContent,
  type MailContext,
  type MailSource,
  defineTemplate,
} from "./define-template.ts";
import { MailPage } from "./mail-page.tsx";
import * as contactMails from "./templates/messages-mails.tsx";
import * as claimMails from "./templates/claims-mails.tsx";
import * as contractMails from "./templates/leases-contract-mails.tsx";
import * as landlordMails from "./templates/landlords-mails.tsx";
import * as endingMails from "./templates/leases-ending-mails.tsx";
import * as endedMails from "./templates/leases-ended-mails.tsx";
import * as feeMails from "./templates/payments-mails.tsx";
import * as paymentMails from "./templates/payments-receipt-mails.tsx";
import * as offerMails from "./templates/offers-mails.tsx";
import * as partnershipMails from "./templates/partners-mails.tsx";
import * as renewalMails from "./templates/leases-renewal-mails.tsx";
import * as requestMails from "./templates/requests-tracking-mails.tsx";
import * as simulationMails from "./templates/requests-mails.tsx";
import * as staffMails from "./templates/staff-mails.tsx";
import { toPlainText } from "@react-email/render";
import type { Company } from "../content/function-content.ts";

export type RenderedMail = { subject: string; html: string; text: string; replyTo?: string };

const testMail = defineTemplate(
  z.object({ payload: testMailSchema }),
  { payload: { mail: "contactReceived", words: seedContent.mailTexts.contactReceived } },
  async ({ payload: { mail, words } }, context) => {
    const { example, render: renderContent } = mails[mail];
    const content = await renderContent(example, sampleContext(context, mail, words));
    const subject = `[Teste] ${content.subject}`;
    return { ...content, subject, replyTo: context.company.email };
  },
);

/** Templates by mail name. The mail of the template contact-notice has the name contactNotice. */
const mails: Record<MailTextName | "testMail", Mail> = {
  ...contactMails,
  ...claimMails,
  ...contractMails,
  ...feeMails,
  ...landlordMails,
  ...endedMails,
  ...endingMails,
  ...offerMails,
  ...partnershipMails,
  ...paymentMails,
  ...renewalMails,
  ...requestMails,
  ...simulationMails,
  ...staffMails,
  testMail,
};
const mailsByTemplate = new Map(
  Object.entries(mails).map(([name, mail]) => [templateOf(name), mail]),
);

function findMail(template: OutgoingMailTemplate): Mail {
  const mail = mailsByTemplate.get(template);
  if (!mail) throw new Error(`No e-mail is called ${template}.`);
  return mail;
}

export function mailExample(template: OutgoingMailTemplate): Mail["example"] {
  return findMail(template).example;
}

/** Renders an e-mail from a template and its data. Throws when the data does not fit the template. */
export async function renderMail(
  template: OutgoingMailTemplate,
  source: MailSource,
  context: MailContext,
): Promise<RenderedMail> {
  return renderPage(await findMail(template).render(source, context), context);
}

/** Renders a mail with an editor's texts, about an invented request. The links in the mail open nothing. */
export async function renderSample(
  name: MailTextName,
  words: MailText,
  context: FunctionContent & { siteUrl: string },
): Promise<RenderedMail> {
  const { example, render: renderContent } = mails[name];
  return renderPage(await renderContent(example, sampleContext(context, name, words)), context);
}

async function renderPage(
  content: MailContent,
  { company }: Pick<FunctionContent, "company">,
): Promise<RenderedMail> {
  const html = await render(<MailPage content={content} company={company} />);
  return {
    subject: content.subject,
    html,
    text: toMailText(html, company),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
  };
}

function sampleContext(
  { siteUrl, ...content }: FunctionContent & { siteUrl: string },
  name: MailTextName,
  words: MailText,
): MailContext {
  return {
    ...content,
    mailTexts: { ...content.mailTexts, [name]: words },
    siteUrl,
    createLinkSecret: () => Promise.resolve("exemplo"),
    readTrackingSecret: () => Promise.resolve(null),
    readLandlordSecret: () => Promise.resolve(null),
    readAccountSecret: () => Promise.resolve(null),
  };
}

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

/** Writes a title with a colon. The text under the title follows on the next line. */
function formatTitle(element: Element, walk: Walk, builder: Builder): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.addLiteral(":");
  builder.closeBlock({ trailingLineBreaks: 1 });
}

/** Writes a button as its label, with the URL on the line below. */
function formatAction(element: Element, walk: Walk, builder: Builder): void {
  walk(element.children, builder);
  builder.addLiteral(":");
  builder.addLineBreak();
  builder.addLiteral(element.attribs?.["href"] ?? "");
}

/** Writes a dash before each row of a table. Further lines of the same row are indented. */
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

export function toMailText(html: string, company: Company): string {
  const words = toPlainText(html, {
    // Only line breaks are collapsed. Spaces are kept, because the HTML has no extra spaces between elements.
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
