import * as z from "zod/mini";
import type { FunctionContent } from "../_shared/content/function-content.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { describeMailError, isFinal } from "../_shared/mail/mail-errors.ts";
import { outgoingMailTemplate } from "../_shared/contracts/stored-values.ts";
import { renderMail } from "../_shared/mail/render-mail.tsx";
import { parallelMails, type Mailer } from "../_shared/mail/smtp-mailer.ts";
import { requestIds } from "../_shared/log.ts";
import type { Parts } from "../_shared/parts.ts";
import { retry } from "../_shared/workers.ts";

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
  | "kickDelivery"
  | "kickDocuments"
>;

/**
 * A hosted function is killed after two seconds of processor time, and what it had sent without saying so
 * is sent again. A mail takes 5 ms of it, and the first ones of a new worker 20: these take a third.
 */
export const mostMails = 30;

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
    /** Of the call that queued it. */
    request_id: z.nullable(z.string()),
  }),
);

const workersSchema = z.array(z.string());
const secretSchema = z.nullable(z.string());

type ClaimedMail = z.output<typeof claimedSchema>[number];
type Delivery = { mailer: Mailer; content: FunctionContent; claimedAt: number };

/**
 * Does what the clock asks for, then sends what is due, and calls itself while there is more; called
 * by a schedule and after every queued mail. Has letters made that are due, so that one schedule is
 * enough for both.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, log } = parts;

  async function readTrackingSecret(simulation_id: string): Promise<string | null> {
    return secretSchema.parse(await callDatabase("tracking_secret", { simulation_id }));
  }

  async function readLandlordSecret(mail_id: string): Promise<string | null> {
    return secretSchema.parse(await callDatabase("landlord_secret", { mail_id }));
  }

  async function createLinkSecret(mail_id: string): Promise<string> {
    return z.string().parse(await callDatabase("account_link_secret", { mail_id }));
  }

  async function send(mail: ClaimedMail, { mailer, content, claimedAt }: Delivery): Promise<void> {
    const template = z.enum(outgoingMailTemplate).parse(mail.template);
    const rendered = await renderMail(template, mail, {
      ...content,
      siteUrl: parts.siteUrl,
      createLinkSecret: () => createLinkSecret(mail.id),
      readTrackingSecret,
      readLandlordSecret: () => readLandlordSecret(mail.id),
    });
    const spent = parts.now() - claimedAt;
    await mailer.send(
      {
        ...rendered,
        id: mail.id,
        to: mail.recipient ?? parts.staffInbox,
        requestId: mail.request_id,
      },
      spent,
    );
  }

  async function deliver(mail: ClaimedMail, delivery: Delivery): Promise<boolean> {
    const facts = { function: "deliver-mail", mail: mail.id, template: mail.template };
    try {
      await send(mail, delivery);
      log({ ...facts, event: "mail-sent", milliseconds: parts.now() - delivery.claimedAt });
    } catch (error) {
      const fault = describeMailError(error);
      log({ ...facts, event: "mail-failed", attempt: mail.attempts, fault }, "warn");
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

  /** By the id of the call that queued it, in every line and call about it. */
  function deliverAsAsked(mail: ClaimedMail, delivery: Delivery): Promise<boolean> {
    const id = mail.request_id;
    const work = () => deliver(mail, delivery);
    return id === null ? work() : requestIds.run(id, work);
  }

  // Unrecorded, the lease runs out and the mail is sent again: worth trying more than once.
  async function record(name: string, parameters: { mail_id: string } & Record<string, unknown>) {
    await retry(3, () => callDatabase(name, parameters)).catch(() =>
      log({ function: "deliver-mail", mail: parameters.mail_id, event: "not-recorded" }, "warn"),
    );
  }

  // What time brings about queues mails of its own; without it the others go all the same.
  async function runSchedule(): Promise<void> {
    try {
      const due = workersSchema.parse(await callDatabase("run_schedule", {}));
      if (due.includes("issue-documents")) parts.kickDocuments();
    } catch {
      log({ function: "deliver-mail", event: "schedule-failed" }, "warn");
    }
  }

  async function deliverAll(mailer: Mailer) {
    await runSchedule();
    const started = parts.now();
    const counts = { sent: 0, failed: 0 };
    while (
      counts.sent + counts.failed < mostMails &&
      parts.now() - started < longestRunMilliseconds
    ) {
      // Before the lease begins, so that what is counted from here ends before it.
      const claimedAt = parts.now();
      const claimed = claimedSchema.parse(
        await callDatabase("claim_outgoing_mail", { max: parallelMails }),
      );
      if (claimed.length === 0) return counts;
      const delivery = { mailer, content: await parts.readContent(), claimedAt };
      const outcomes = await Promise.all(claimed.map((mail) => deliverAsAsked(mail, delivery)));
      counts.sent += outcomes.filter(Boolean).length;
      counts.failed += outcomes.filter((sent) => !sent).length;
    }
    parts.kickDelivery();
    return counts;
  }

  return createEndpoint(parts.secretGate, {
    name: "deliver-mail",
    schema: z.object({}),
    async answer() {
      const mailer = parts.openMailer();
      try {
        return await deliverAll(mailer);
      } finally {
        mailer.close();
      }
    },
  });
}
