import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { filledSimulation } from "../functions/filled-forms.ts";
import type { BackendStack } from "./backend-stack.ts";
import { postFunction } from "./post-function.ts";
import { runAtOnce } from "./run-at-once.ts";
import type { Throughput } from "./throughput.ts";

const SUBMITS = 1_000;
const CONNECTIONS = 16;
/** Number of forms that are sent twice, because a browser repeats a form that got no answer. */
const REPEATED = 100;
/** Number of submits from each network address. The database allows more submits per hour. */
const PER_ADDRESS = 25;
const DELIVERY_MS = 120_000;

const messagesSchema = z.array(z.object({ headers: z.looseObject({ "message-id": z.string() }) }));

export interface SubmitFigures extends Throughput {
  submits: number;
  connections: number;
  /** Number of forms that the server did not confirm, or confirmed but did not store. */
  lost: number;
  /** Number of superfluous rows and e-mails. Each form should cause one row, and one e-mail to each recipient. */
  doubled: number;
  /** Number of different e-mails that arrived. */
  mails: number;
  /**
   * Number of e-mails that the database queued. There are fewer than two per form, because the staff inbox gets a
   * limited number of e-mails per hour.
   */
  queued: number;
  /** Number of applicants for whom no confirmation was queued. */
  unconfirmed: number;
  /** Seconds from the first submit to the arrival of the last e-mail. */
  deliveredSeconds: number;
}

/** Sends simulations through the edge function, waits for the e-mails about them, and counts rows and e-mails. */
export async function measureSubmits(stack: BackendStack): Promise<SubmitFigures> {
  await untilDelivered(stack);
  await fetch(`${stack.inboxUrl}/api/messages`, { method: "DELETE" });
  const [before] = await stack.sql`select count(*)::integer as rows from public.simulations`;

  const agent = new Agent({ keepAlive: true });
  const forms = Array.from({ length: SUBMITS }, () => filledSimulation());
  const send = (index: number) =>
    postFunction(stack, {
      agent,
      name: "send-simulation-email",
      body: forms[index],
      localAddress: sourceAddress(index),
    });
  const began = performance.now();
  const { results, requestsPerSecond, p99Milliseconds } = await runAtOnce(
    { count: SUBMITS, connections: CONNECTIONS },
    send,
  );
  await runAtOnce({ count: REPEATED, connections: CONNECTIONS }, send);
  await untilDelivered(stack);
  const deliveredSeconds = (performance.now() - began) / 1_000;
  agent.destroy();

  const stored = await stack.sql`
    select submission_id::text as id from public.simulations
    where submission_id = any (${forms.map(({ submissionId }) => submissionId)}::uuid[])`;
  const ids = new Set(stored.map((row) => String(row["id"])));
  const kept = forms.filter(({ submissionId }, at) => results[at] === 200 && ids.has(submissionId));
  const [outbox] = await stack.sql`
    select count(*)::integer as queued,
      count(*) filter (where template = 'simulation-received')::integer as confirmations
    from public.outgoing_mail join public.simulations on simulations.id = outgoing_mail.simulation_id
    where simulations.submission_id = any (${forms.map(({ submissionId }) => submissionId)}::uuid[])`;
  const [after] = await stack.sql`select count(*)::integer as rows from public.simulations`;
  const messages = messagesSchema.parse(
    await (await fetch(`${stack.inboxUrl}/api/messages`)).json(),
  );
  const mails = new Set(messages.map(({ headers }) => headers["message-id"])).size;
  const added = Number(after?.["rows"]) - Number(before?.["rows"]);
  return {
    submits: SUBMITS,
    connections: CONNECTIONS,
    requestsPerSecond,
    p99Milliseconds,
    lost: SUBMITS - kept.length,
    doubled: added - ids.size + messages.length - mails,
    mails,
    queued: Number(outbox?.["queued"]),
    unconfirmed: SUBMITS - Number(outbox?.["confirmations"]),
    deliveredSeconds,
  };
}

const sourceAddress = (index: number) => `127.20.0.${2 + Math.floor(index / PER_ADDRESS)}`;

/** Waits until the queue of e-mails is empty. @throws when the queue is not empty after two minutes. */
async function untilDelivered({ sql }: BackendStack): Promise<void> {
  const deadline = performance.now() + DELIVERY_MS;
  while (performance.now() < deadline) {
    const [queue] = await sql`
      select count(*)::integer as waiting from public.outgoing_mail where status <> 'sent'`;
    if (queue?.["waiting"] === 0) return;
    await delay(100);
  }
  throw new Error("E-mails are still waiting in the queue.");
}
