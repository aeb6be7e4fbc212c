import { render } from "@react-email/render";
import type { MailContext, MailSource, RenderContent } from "./define-template.ts";
import { MailPage } from "./mail-page.tsx";
import { toMailText } from "./mail-text.ts";
import { contactNotice } from "./templates/contact-notice.tsx";
import { contactReceived } from "./templates/contact-received.tsx";
import { offerAccepted } from "./templates/offer-accepted.tsx";
import { offerMail } from "./templates/offer-mail.tsx";
import { documentsAsked } from "./templates/documents-asked.tsx";
import { contractReady } from "./templates/contract-ready.tsx";
import { contractEnded } from "./templates/contract-ended.tsx";
import { partnershipNotice } from "./templates/partnership-notice.tsx";
import { partnershipReceived } from "./templates/partnership-received.tsx";
import { passwordChanged } from "./templates/password-changed.tsx";
import { passwordRecovery } from "./templates/password-recovery.tsx";
import { simulationApproved } from "./templates/simulation-approved.tsx";
import { simulationNotice } from "./templates/simulation-notice.tsx";
import { simulationReceived } from "./templates/simulation-received.tsx";
import { simulationRejected } from "./templates/simulation-rejected.tsx";
import { staffConfirmation } from "./templates/staff-confirmation.tsx";
import { staffPending } from "./templates/staff-pending.tsx";
import { staffReleased } from "./templates/staff-released.tsx";
import { trackingLink } from "./templates/tracking-link.tsx";

/** Every kind of e-mail that the database may queue (check of public.outgoing_mail). */
export const mailTemplates = [
  "simulation-received",
  "simulation-notice",
  "simulation-approved",
  "simulation-rejected",
  "tracking-link",
  "offer-made",
  "offer-reminder",
  "offer-accepted",
  "documents-asked",
  "contract-ready",
  "contract-ended",
  "partnership-received",
  "partnership-notice",
  "contact-received",
  "contact-notice",
  "password-recovery",
  "password-changed",
  "staff-confirmation",
  "staff-pending",
  "staff-released",
] as const;

export type MailTemplate = (typeof mailTemplates)[number];

/** An e-mail ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string; replyTo?: string };

const templates = {
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
} satisfies Record<MailTemplate, RenderContent>;

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
