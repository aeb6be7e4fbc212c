import type { MailContext, MailSource, RenderContent } from "./define-template.ts";
import type { MailTemplate, RenderedMail } from "./outgoing-mail.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";
import { partnershipNotice } from "./templates/partnership-notice.ts";
import { partnershipReceived } from "./templates/partnership-received.ts";
import { passwordChanged } from "./templates/password-changed.ts";
import { passwordRecovery } from "./templates/password-recovery.ts";
import { simulationApproved } from "./templates/simulation-approved.ts";
import { simulationNotice } from "./templates/simulation-notice.ts";
import { simulationReceived } from "./templates/simulation-received.ts";
import { simulationRejected } from "./templates/simulation-rejected.ts";
import { staffConfirmation } from "./templates/staff-confirmation.ts";
import { staffPending } from "./templates/staff-pending.ts";
import { staffReleased } from "./templates/staff-released.ts";

const templates = {
  "simulation-received": simulationReceived,
  "simulation-notice": simulationNotice,
  "simulation-approved": simulationApproved,
  "simulation-rejected": simulationRejected,
  "partnership-received": partnershipReceived,
  "partnership-notice": partnershipNotice,
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
  return {
    subject: content.subject,
    html: renderHtml(content),
    text: renderText(content),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
  };
}
