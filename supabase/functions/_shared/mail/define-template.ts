import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { FunctionContent } from "../content/function-content.ts";

/** What an e-mail says. */
export type MailContent = {
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  /** Made of the parts in mail-parts.tsx, of which HTML and plain text are made alike. */
  body: ReactNode;
  replyTo?: string;
};

/** What templates need beyond the mail itself. */
export type MailContext = FunctionContent & {
  siteUrl: string;
  /** The secret of the link that this mail is for. Made while rendering, so none waits in the queue. */
  createLinkSecret: () => Promise<string>;
  /** What opens a request; null when nothing does. Read while rendering, for the same reason. */
  readTrackingSecret: (simulationId: string) => Promise<string | null>;
  /** What opens the contracts of the landlord whom this mail goes to; null when nothing does. */
  readLandlordSecret: () => Promise<string | null>;
};

/** `payload` is what was queued; `subject` is the request or contract it is about, as stored now. */
export type MailSource = { payload: unknown; subject: unknown };

/** One kind of e-mail. */
export type Mail = {
  /** Something complete for it to be about, shaped as the database gives it: for tests, and to be looked at. */
  example: { payload: object; subject: object | null };
  render: (source: MailSource, context: MailContext) => Promise<MailContent>;
};

/** A template parses its source before it uses it: the queue's jsonb is untyped. */
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
