import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { FunctionContent } from "../content/function-content.ts";

export type MailContent = {
  subject: string;
  /** Preview text that mail programs show beside the subject. */
  preview: string;
  heading: string;
  /** Body of the mail, made of components from mail-parts.tsx, which render as HTML and as plain text. */
  body: ReactNode;
  replyTo?: string;
};

/** Content and functions that a template needs besides the mail's own data. */
export type MailContext = FunctionContent & {
  siteUrl: string;
  /** Creates the secret of this mail's link while the mail is rendered, so that the queue stores no secret. */
  createLinkSecret: () => Promise<string>;
  /** Reads the secret of an applicant's link while the mail is rendered; null when the request has no secret. */
  readTrackingSecret: (simulationId: string) => Promise<string | null>;
  /** Reads the secret of the landlord's link in this mail; null when the mail has no link for a landlord. */
  readLandlordSecret: () => Promise<string | null>;
  /** Reads the secret of the link that confirms an account; null when the mail confirms no account. */
  readAccountSecret: () => Promise<string | null>;
};

/** Data of a mail. `payload` comes from the queue. `subject` is the database row, read when the mail is sent. */
export type MailSource = { payload: unknown; subject: unknown };

export type Mail = {
  /** Example of complete data, in the database's format, for tests and previews. */
  example: { payload: object; subject: object | null };
  render: (source: MailSource, context: MailContext) => Promise<MailContent>;
};

/** Defines a template that checks its data against schemas, because the queue's jsonb is untyped. */
export function defineTemplate<Schema extends z.ZodMiniType>(
  sourceSchema: Schema,
  example: Partial<Mail["example"]>,
  render: (source: z.output<Schema>, context: MailContext) => MailContent | Promise<MailContent>,
): Mail {
  return {
    example: { payload: {}, subject: null, ...example },
    render: async (source, context) => render(sourceSchema.parse(source), context),
  };
}
