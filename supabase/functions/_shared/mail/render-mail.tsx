import { render } from "@react-email/render";
import * as z from "zod/mini";
import { type MailTextName, templateOf, testMailSchema } from "../contracts/mail-texts.ts";
import type { FunctionContent, MailText } from "../content/function-content.ts";
import type { OutgoingMailTemplate } from "../contracts/stored-values.ts";
import { seedContent } from "../content/seed-content.ts";
import {
  type Mail,
  type MailContent,
  type MailContext,
  type MailSource,
  defineTemplate,
} from "./define-template.ts";
import { MailPage } from "./mail-page.tsx";
import { toMailText } from "./mail-text.ts";
import * as contactMails from "./templates/contact-mails.tsx";
import * as claimMails from "./templates/claim-mails.tsx";
import * as contractMails from "./templates/contract-mails.tsx";
import * as landlordMails from "./templates/landlord-mails.tsx";
import * as endingMails from "./templates/ending-mails.tsx";
import * as partnershipMails from "./templates/partnership-mails.tsx";
import * as renewalMails from "./templates/renewal-mails.tsx";
import * as requestMails from "./templates/request-mails.tsx";
import * as simulationMails from "./templates/simulation-mails.tsx";
import * as staffMails from "./templates/staff-mails.tsx";

/** An e-mail ready to be sent. */
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

/** Every mail by the name of its words, which is that of its template: contactNotice for contact-notice. */
const mails: Record<MailTextName | "testMail", Mail> = {
  ...contactMails,
  ...claimMails,
  ...contractMails,
  ...landlordMails,
  ...endingMails,
  ...partnershipMails,
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

/** What an e-mail's example is about. */
export function mailExample(template: OutgoingMailTemplate): Mail["example"] {
  return findMail(template).example;
}

/** Makes an e-mail from a template and what was queued; throws when they do not fit. */
export async function renderMail(
  template: OutgoingMailTemplate,
  source: MailSource,
  context: MailContext,
): Promise<RenderedMail> {
  return renderPage(await findMail(template).render(source, context), context);
}

/** The mail that has these words, about a request that is made up. Its links open nothing. */
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
  };
}
