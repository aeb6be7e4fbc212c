import * as z from "zod/mini";
import type { FunctionContent } from "../_shared/content/function-content.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { describeMailError, isFinal } from "../_shared/mail/mail-errors.ts";
import { outgoingMailTemplate } from "#contracts/stored-values.ts";
import { renderMail } from "../_shared/mail/render-mail.tsx";
import { parallelMails, type Mailer } from "../_shared/mail/smtp-mailer.ts";
import { requestIds } from "../_shared/log.ts";
import type { Parts } from "../_shared/parts.ts";
import { retry } from "../_shared/workers.ts";

/**
 * Maximum number of mails in one run (5 ms per mail, 20 ms for the first mails of a new worker). A hosted function is
 * killed after two seconds of processor time, and a mail that was sent but not recorded is then sent again.
 */
export const mostMails = 30;

/**
 * Time after which a run takes no more mails from the queue. The run then ends before the hosted limit (150 s) and
 * pg_net's timeout.
 */
const longestRunMilliseconds = 30_000;

const claimedSchema = z.array(
  z.object({
    id: z.uuid(),
    // Any text is accepted as a template's name, because a name that this version does not know must not stop the other
    // mails.
    template: z.string(),
    attempts: z.number(),
    /** Recipient's e-mail address; null means the staff inbox, whose address is in the environment. */
    recipient: z.nullable(z.string()),
    payload: z.unknown(),
    subject: z.unknown(),
    request_id: z.nullable(z.string()),
  }),
);

const workersSchema = z.array(z.string());
const secretSchema = z.nullable(z.string());

type ClaimedMail = z.output<typeof claimedSchema>[number];
type Delivery = { mailer: Mailer; content: FunctionContent; claimedAt: number };

/** Runs the schedule, sends due mails and starts the document worker. Calls itself again while mails remain due. */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, log } = parts;

  async function send(mail: ClaimedMail, { mailer, content, claimedAt }: Delivery): Promise<void> {
    const template = z.enum(outgoingMailTemplate).parse(mail.template);
    const mail_id = mail.id;
    const rendered = await renderMail(template, mail, {
      ...content,
      siteUrl: parts.siteUrl,
      createLinkSecret: async () =>
        z.string().parse(await callDatabase("account_link_secret", { mail_id })),
      readTrackingSecret: async (simulation_id) =>
        secretSchema.parse(await callDatabase("tracking_secret", { simulation_id })),
      readLandlordSecret: async () =>
        secretSchema.parse(await callDatabase("landlord_secret", { mail_id })),
      readAccountSecret: async () =>
        secretSchema.parse(await callDatabase("account_secret", { mail_id })),
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

  /** Delivers a mail. Log lines and calls about the mail have the id of the HTTP request that queued the mail. */
  function deliverWithRequestId(mail: ClaimedMail, delivery: Delivery): Promise<boolean> {
    const id = mail.request_id;
    const work = () => deliver(mail, delivery);
    return id === null ? work() : requestIds.run(id, work);
  }

  // Records the result of a delivery. Retries a failed call, because a mail without a recorded result is sent again.
  async function record(name: string, parameters: { mail_id: string } & Record<string, unknown>) {
    await retry(3, () => callDatabase(name, parameters)).catch(() =>
      log({ function: "deliver-mail", mail: parameters.mail_id, event: "not-recorded" }, "warn"),
    );
  }

  // Runs the schedule, which queues reminders and other timed mails. Queued mails are sent even if the schedule fails.
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
      // The time is read before the database reserves the mails for this run. A deadline counted from this time is
      // therefore before the reservation's end.
      const claimedAt = parts.now();
      const claimed = claimedSchema.parse(
        await callDatabase("claim_outgoing_mail", { max: parallelMails }),
      );
      if (claimed.length === 0) return counts;
      const delivery = { mailer, content: await parts.readContent(), claimedAt };
      const outcomes = await Promise.all(
        claimed.map((mail) => deliverWithRequestId(mail, delivery)),
      );
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
