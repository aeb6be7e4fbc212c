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

/** The content and the site in front of a worker's Supabase; no test changes that content. */
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

/** What is due by the clock is asked for seldom: a hundred askings take the machine a second. */
const SCHEDULE_INTERVAL_MS = 2_000;

/**
 * The worker's stack for one test file, with the demo accounts, contracts and simulations and with the
 * seed content. E-mails go out as soon as a test waits for one.
 */
export async function useFullStack() {
  const parts = await workerSite();
  await parts.supabase.begin("demo");
  const timer = deliveryTimer({ ...parts.supabase, interval: SCHEDULE_INTERVAL_MS });
  return withMails(parts, () => timer.close(), timer.run);
}

/**
 * Everything that `npm start` runs except the studio, outside of the test runner: on free ports and in
 * a temporary folder, seeded at its start.
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
    /** As the owner of the database: sees and changes everything. */
    sql,
    /** What has arrived for an address, newest first. */
    mails,
    /** Waits for an e-mail to an address whose subject matches. */
    async mail(to: string, subject: RegExp): Promise<Mail> {
      for (;;) {
        const found = (await mails(to)).find((mail) => subject.test(mail.subject));
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
