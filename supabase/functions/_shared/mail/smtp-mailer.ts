import nodemailer from "nodemailer";
import type { RenderedMail } from "./render-mail.tsx";

export type Mail = RenderedMail & { id: string; to: string };

/** A connection to the mail server for one run of deliveries. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void };

/** Mails sent at once; also how many are claimed, so that none waits while its lease runs. */
export const parallelMails = 5;

/**
 * Sends over SMTP. SMTP has no transactions: when the process dies after the server took a
 * mail and before that is recorded, the mail is sent again. Its Message-ID is made from its
 * id in the queue, so both copies carry the same one and mail systems can fold them.
 */
export function openSmtpMailer(options: { url: string; from: string }): Mailer {
  const sender = /<(?<address>[^>]+@(?<host>[^>]+))>$/.exec(options.from)?.groups;
  const transport = nodemailer.createTransport({
    url: options.url,
    pool: true,
    maxConnections: parallelMails,
    // Together shorter than the lease of a claimed mail (60 s): a mail that is still being
    // sent must not be claimed again.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Rendered by us from text alone: nothing may be read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, html, text, replyTo }) {
      await transport.sendMail({
        from: options.from,
        to: { name: "", address: to },
        subject,
        html,
        text,
        messageId: `<${id}@${sender?.["host"] ?? "localhost"}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
      });
    },
    close: () => transport.close(),
  };
}
