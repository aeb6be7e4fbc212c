import * as z from "zod/mini";
import type { FunctionContent } from "../_shared/content/function-content.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { describeMailError } from "../_shared/mail/describe-mail-error.ts";
import { isFinal } from "../_shared/mail/is-final.ts";
import { mailTemplates } from "../_shared/mail/mail-templates.ts";
import { renderMail } from "../_shared/mail/render-mail.tsx";
import { parallelMails, type Mailer } from "../_shared/mail/smtp-mailer.ts";
import type { Parts } from "../_shared/parts.ts";
import { retry } from "../_shared/retry.ts";

type Needed = Pick<
  Parts,
  | "secretGate"
  | "callDatabase"
  | "openMailer"
  | "readContent"
  | "siteUrl"
  | "staffInbox"
  | "log"
  | "now"
  | "kickDocuments"
>;

/**
 * No mail is claimed later than that; the next call goes on. With the last delivery and its record
 * it stays under the 150 s that a hosted function may run, and under what pg_net waits for it.
 */
const longestRunMilliseconds = 30_000;

const claimedSchema = z.array(
  z.object({
    id: z.uuid(),
    // Not an enum here: one template that this version does not know must not stop the others.
    template: z.string(),
    attempts: z.number(),
    /** Null for the staff inbox, whose address is configuration. */
    recipient: z.nullable(z.string()),
    payload: z.unknown(),
    subject: z.unknown(),
  }),
);

const secretSchema = z.nullable(z.string());

type ClaimedMail = z.output<typeof claimedSchema>[number];
type Delivery = { mailer: Mailer; content: FunctionContent; claimedAt: number };

/**
 * Does what the clock asks for, then sends what is due until nothing is; called by a schedule and
 * after every queued mail. Has letters made meanwhile, so that one schedule is enough for both.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, log } = parts;

  async function readTrackingSecret(simulation_id: string): Promise<string | null> {
    return secretSchema.parse(await callDatabase("tracking_secret", { simulation_id }));
  }

  async function createLinkSecret(mail_id: string): Promise<string> {
    return z.string().parse(await callDatabase("account_link_secret", { mail_id }));
  }

  async function send(mail: ClaimedMail, { mailer, content, claimedAt }: Delivery): Promise<void> {
    const template = z.enum(mailTemplates).parse(mail.template);
    const rendered = await renderMail(template, mail, {
      ...content,
      siteUrl: parts.siteUrl,
      createLinkSecret: () => createLinkSecret(mail.id),
      readTrackingSecret,
    });
    const spent = parts.now() - claimedAt;
    await mailer.send({ ...rendered, id: mail.id, to: mail.recipient ?? parts.staffInbox }, spent);
  }

  async function deliver(mail: ClaimedMail, delivery: Delivery): Promise<boolean> {
    try {
      await send(mail, delivery);
    } catch (error) {
      const fault = describeMailError(error);
      log({ function: "deliver-mail", mail: mail.id, template: mail.template, fault });
      await record("record_mail_failed", {
        mail_id: mail.id,
        error: fault,
        attempt: mail.attempts,
        is_final: isFinal(error),
      });
      return false;
    }
    await record("record_mail_sent", { mail_id: mail.id });
    return true;
  }

  // Unrecorded, the lease runs out and the mail is sent again: worth trying more than once.
  async function record(name: string, parameters: { mail_id: string } & Record<string, unknown>) {
    await retry(3, () => callDatabase(name, parameters)).catch(() =>
      log({ function: "deliver-mail", mail: parameters.mail_id, event: "not-recorded" }),
    );
  }

  // What time brings about queues mails of its own; without it the others go all the same.
  async function runSchedule(): Promise<void> {
    await callDatabase("run_schedule", {}).catch(() =>
      log({ function: "deliver-mail", event: "schedule-failed" }),
    );
  }

  async function deliverAll(mailer: Mailer) {
    await runSchedule();
    const started = parts.now();
    const counts = { sent: 0, failed: 0 };
    while (parts.now() - started < longestRunMilliseconds) {
      // Before the lease begins, so that what is counted from here ends before it.
      const claimedAt = parts.now();
      const claimed = claimedSchema.parse(
        await callDatabase("claim_outgoing_mail", { max: parallelMails }),
      );
      if (claimed.length === 0) break;
      const delivery = { mailer, content: await parts.readContent(), claimedAt };
      const outcomes = await Promise.all(claimed.map((mail) => deliver(mail, delivery)));
      counts.sent += outcomes.filter(Boolean).length;
      counts.failed += outcomes.filter((sent) => !sent).length;
    }
    return counts;
  }

  return createEndpoint(parts.secretGate, {
    name: "deliver-mail",
    schema: z.object({}),
    async answer() {
      parts.kickDocuments();
      const mailer = parts.openMailer();
      try {
        return await deliverAll(mailer);
      } finally {
        mailer.close();
      }
    },
  });
}
