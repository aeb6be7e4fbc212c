import nodemailer from "nodemailer";
import { noAnswer } from "./mail-errors.ts";
import type { RenderedMail } from "./render-mail.tsx";

export type Mail = RenderedMail & {
  id: string;
  to: string;
  /** Of the call that queued it: who holds the mail can have the logs' lines found. */
  requestId: string | null;
};

/** A connection to the mail server for one run of deliveries. */
export type Mailer = {
  /** Delivers a mail that was claimed `spent` milliseconds ago, or throws before its lease ends. */
  send(mail: Mail, spent: number): Promise<void>;
  close(): void;
};

/** Mails sent at once; also how many are claimed, so that none waits while its lease runs. */
export const parallelMails = 5;

/** Both count from the claim, in milliseconds. */
export const deliveryDeadlines = {
  /** Until all of the message has left. Who hangs up before leaves no copy behind. */
  handOver: 30_000,
  /** Until the server's word on it. Who hangs up between both may try a mail that has arrived. */
  answer: 60_000,
};

/**
 * Sends over SMTP. SMTP has no transactions: when the process dies after the server took a
 * mail and before that is recorded, the mail is sent again. Its Message-ID is made from its
 * id in the queue, so both copies carry the same one and mail systems can fold them.
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
    // A silent server: the deadlines know better whether it may be left.
    socketTimeout: deadlines.answer,
    // Rendered by us from text alone: nothing may be read from disk or fetched.
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
