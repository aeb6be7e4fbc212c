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
  "test-mail",
] as const;

export type MailTemplate = (typeof mailTemplates)[number];
