import { render } from "@react-email/render";
import * as z from "zod/mini";
import { type MailTextName, testMailSchema } from "../contracts/mail-texts.ts";
import type { FunctionContent, MailText } from "../content/function-content.ts";
import {
  defineTemplate,
  type MailContext,
  type MailSource,
  type RenderContent,
} from "./define-template.ts";
import { mailSample } from "./mail-examples.ts";
import { MailPage } from "./mail-page.tsx";
import type { MailTemplate } from "./mail-templates.ts";
import { toMailText } from "./mail-text.ts";
import { contactNotice, contactReceived } from "./templates/contact-mails.tsx";
import {
  documentsAsked,
  offerAccepted,
  offerMail,
  trackingLink,
} from "./templates/request-mails.tsx";
import {
  contractEnded,
  contractReady,
  passwordChanged,
  passwordRecovery,
} from "./templates/contract-mails.tsx";
import { partnershipNotice, partnershipReceived } from "./templates/partnership-mails.tsx";
import {
  simulationApproved,
  simulationNotice,
  simulationReceived,
  simulationRejected,
} from "./templates/simulation-mails.tsx";
import { staffConfirmation, staffPending, staffReleased } from "./templates/staff-mails.tsx";

/** An e-mail ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string; replyTo?: string };

const templates: Record<MailTemplate, RenderContent> = {
  "simulation-received": simulationReceived,
  "simulation-notice": simulationNotice,
  "simulation-approved": simulationApproved,
  "simulation-rejected": simulationRejected,
  "tracking-link": trackingLink,
  "offer-made": offerMail("offerMade"),
  "offer-reminder": offerMail("offerReminder"),
  "offer-accepted": offerAccepted,
  "documents-asked": documentsAsked,
  "contract-ready": contractReady,
  "contract-ended": contractEnded,
  "partnership-received": partnershipReceived,
  "partnership-notice": partnershipNotice,
  "contact-received": contactReceived,
  "contact-notice": contactNotice,
  "password-recovery": passwordRecovery,
  "password-changed": passwordChanged,
  "staff-confirmation": staffConfirmation,
  "staff-pending": staffPending,
  "staff-released": staffReleased,
  "test-mail": defineTemplate(
    z.object({ payload: testMailSchema }),
    async ({ payload: { mail, words } }, context) => {
      const { template, source } = mailSample(mail);
      const content = await templates[template](source, sampleContext(context, mail, words));
      const subject = `[Teste] ${content.subject}`;
      return { ...content, subject, replyTo: context.company.email };
    },
  ),
};

/** Makes an e-mail from a template and what was queued; throws when they do not fit. */
export async function renderMail(
  template: MailTemplate,
  source: MailSource,
  context: MailContext,
): Promise<RenderedMail> {
  const content = await templates[template](source, context);
  const { company } = context;
  const html = await render(<MailPage content={content} company={company} />);
  return {
    subject: content.subject,
    html,
    text: toMailText(html, company),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
  };
}

/** The mail that has these words, about a request that is made up. Its links open nothing. */
export function renderSample(
  name: MailTextName,
  words: MailText,
  context: FunctionContent & { siteUrl: string },
): Promise<RenderedMail> {
  const { template, source } = mailSample(name);
  return renderMail(template, source, sampleContext(context, name, words));
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
  };
}
