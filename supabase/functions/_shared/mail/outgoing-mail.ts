/** Every kind of e-mail that the database may queue (check of public.outgoing_mail). */
export const mailTemplates = [
  "simulation-received",
  "simulation-notice",
  "simulation-approved",
  "simulation-rejected",
  "partnership-received",
  "partnership-notice",
  "password-recovery",
  "password-changed",
  "staff-confirmation",
  "staff-pending",
  "staff-released",
] as const;

export type MailTemplate = (typeof mailTemplates)[number];

/** An e-mail ready to be sent. */
export type RenderedMail = { subject: string; html: string; text: string; replyTo?: string };
