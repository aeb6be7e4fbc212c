import nodemailer from "nodemailer";
import { noAnswer } from "./mail-errors.ts";
import type { RenderedMail } from "./render-mail.tsx";

export type Mail = RenderedMail & {
  id: string;
  to: string;
  /** Id of the HTTP request that queued the mail, for finding the log lines of this request. */
  requestId: string | null;
};

/** Connection to the mail server for one run of deliveries. */
export type Mailer = {
  /**
   * Delivers a mail, or throws before the queue gives the mail to another worker. `spent` is the time in milliseconds
   * since this worker took the mail from the queue.
   */
  send(mail: Mail, spent: number): Promise<void>;
  close(): void;
};

/** Number of mails that one worker takes from the queue together. It sends all of them in parallel. */
export const parallelMails = 5;

/** Deadlines in milliseconds after a worker took the mail from the queue. */
export const deliveryDeadlines = {
  /** Deadline for sending the whole message. The mail server has no copy of an incomplete message. */
  handOver: 30_000,
  /** Deadline for the server's answer. After the message is sent, a retry may deliver a second copy. */
  answer: 60_000,
};

/**
 * Creates a `Mailer` for SMTP. If the process dies after a delivery and before the queue records it, the mail is sent
 * again with the same Message-ID, so that mail programs can merge both copies.
 */
export function openSmtpMailer(options: {
  url: string;
  from: string;
  deadlines?: typeof deliveryDeadlines;
}): Mailer {
  const { deadlines = deliveryDeadlines } = options;
  const sender = /<(?<address>[^>]+@(?<host>[^>]+))>$/.exec(options.from)?.groups;
  const handOvers = new WeakMap<AbortSignal, () => void>();
  const transport = nodemailer.createTransport({
    url: options.url,
    pool: true,
    maxConnections: parallelMails,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // The library's timeout is long, because the deadlines below decide when to stop waiting for a silent server.
    socketTimeout: deadlines.answer,
    // Mails contain only rendered text, so the library may not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ data, message }, done) => {
    const { signal } = data;
    message.processFunc((stream) => stream.once("end", () => signal && handOvers.get(signal)?.()));
    done();
  });
  return {
    async send({ id, to, requestId, subject, html, text, replyTo }, spent) {
      const hangUp = new AbortController();
      const { signal } = hangUp;
      let isHandedOver = false;
      let timer = setTimeout(() => hangUp.abort(), deadlines.handOver - spent);
      handOvers.set(signal, () => {
        isHandedOver = true;
        clearTimeout(timer);
        timer = setTimeout(() => hangUp.abort(), deadlines.answer - spent - elapsed());
      });
      const began = performance.now();
      const elapsed = () => performance.now() - began;
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: "", address: to },
          subject,
          html,
          text,
          messageId: `<${id}@${sender?.["host"] ?? "localhost"}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(requestId === null ? {} : { "X-Request-Id": requestId }),
          },
          signal,
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw Object.assign(new Error("The mail server is too slow"), {
          code: isHandedOver ? noAnswer : "ETIMEDOUT",
        });
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}
