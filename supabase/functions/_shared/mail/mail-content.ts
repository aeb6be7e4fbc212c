/** What an e-mail says. HTML and plain text are made from the same blocks, so they agree. */
export type MailContent = {
  subject: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  blocks: MailBlock[];
  replyTo?: string;
};

export type MailBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "details"; title: string; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: "button"; label: string; url: string }
  | { kind: "quote"; title: string; text: string }
  | { kind: "note"; text: string };

export const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });
export const button = (label: string, url: string): MailBlock => ({ kind: "button", label, url });
export const quote = (title: string, text: string): MailBlock => ({ kind: "quote", title, text });
export const note = (text: string): MailBlock => ({ kind: "note", text });
export const details = (
  title: string,
  rows: readonly (readonly [label: string, value: string])[],
): MailBlock => ({ kind: "details", title, rows });
