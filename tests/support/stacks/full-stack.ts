import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { localProject, startContentPart } from "../../../scripts/stack/content-part.ts";
import { startSite } from "../../../scripts/stack/start-site.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { type LocalSupabase, startSupabase } from "../../../supabase/local/start-supabase.ts";
import { deliveryTimer } from "../../../supabase/local/timers.ts";
import { connectAsOwner } from "../../../supabase/tests/support/connect-as-owner.ts";
import { findSupabasePorts } from "../../../supabase/tests/support/find-supabase-ports.ts";
import { workerSupabase } from "../../../supabase/tests/support/worker-supabase.ts";
import { oncePerWorker } from "../runner/once-per-worker.ts";
import { startSeededLake } from "./seeded-lake.ts";

const mailsSchema = z.array(
  z.object({
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
);

export type Mail = z.infer<typeof mailsSchema>[number];
export type FullStack = ReturnType<typeof withMails>;

/** Content API and site that use the Supabase of a test worker. No test changes this content. */
const workerSite = oncePerWorker(async () => {
  const supabase = await workerSupabase();
  const lake = await startSeededLake();
  const { siteUrl } = supabase;
  const port = Number(new URL(siteUrl).port);
  const site = await startSite({
    ...localProject,
    port,
    siteUrl,
    apiHost: lake.url,
    token: undefined,
    supabase,
  });
  const close = async () => {
    await site.close();
    await lake.close();
  };
  return { part: { siteUrl: site.url, contentUrl: lake.url, supabase }, close };
});

/** Interval of the scheduled work (ms). Each run costs about 10 ms, so a shorter interval would slow the tests. */
const SCHEDULE_INTERVAL_MS = 2_000;

/**
 * Returns the worker's stack with the seed content and the demo accounts, contracts and simulations. E-mails are sent
 * as soon as a test waits for an e-mail.
 */
export async function useFullStack() {
  const parts = await workerSite();
  await parts.supabase.begin("demo");
  const timer = deliveryTimer({ ...parts.supabase, interval: SCHEDULE_INTERVAL_MS });
  return withMails(parts, () => timer.close(), timer.run);
}

/**
 * Starts all parts of `npm start` except the studio, for use outside the test runner. The parts use
 * free ports and a temporary folder, and the content is seeded.
 */
export async function startFullStack() {
  const directory = await mkdtemp(join(tmpdir(), "payser-stack-"));
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const { lake } = await startContentPart({
    port: 0,
    dataDirectory: join(directory, "content"),
    studioOrigins: [],
  });
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory: join(directory, "supabase"),
    siteUrl,
    deliveryInterval: 300,
    onProblem: console.error,
  });
  const site = await startSite({
    ...localProject,
    port,
    siteUrl,
    apiHost: lake.url,
    token: undefined,
    supabase,
  });
  return withMails({ siteUrl, contentUrl: lake.url, supabase }, async () => {
    await site.close();
    await supabase.close();
    await lake.close();
    await rm(directory, { recursive: true, force: true });
  });
}

function withMails(
  parts: { siteUrl: string; contentUrl: string; supabase: LocalSupabase },
  closeParts: () => Promise<void>,
  deliver: () => void = () => undefined,
) {
  const { inboxUrl, databaseUrl } = parts.supabase;
  const sql = connectAsOwner(databaseUrl);

  async function mails(to: string): Promise<Mail[]> {
    const reply = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
    return mailsSchema.parse(await reply.json());
  }

  return {
    ...parts,
    /** Database connection as the owner, who may read and change everything. */
    sql,
    /** Returns the mails that arrived for an e-mail address, newest first. */
    mails,
    /** Waits for a mail to this e-mail address with a subject, and if given a text, that matches. */
    async mail(to: string, subject: RegExp, text = /(?:)/): Promise<Mail> {
      for (;;) {
        const found = (await mails(to)).find(
          (mail) => subject.test(mail.subject) && text.test(mail.text),
        );
        if (found) return found;
        deliver();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async close() {
      await sql.end({ timeout: 2 });
      await closeParts();
    },
  };
}
