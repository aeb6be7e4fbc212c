import type { ReactNode } from "react";

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
