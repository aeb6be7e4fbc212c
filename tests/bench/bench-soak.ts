import { setTimeout as delay } from "node:timers/promises";
import type { BenchPart } from "./figure.ts";
import { median } from "./median.ts";
import { ask } from "./soak/ask.ts";
import { backendCalls } from "./soak/backend-calls.ts";
import { openPages } from "./soak/open-pages.ts";
import { runPaced } from "./soak/paced-load.ts";
import { pageVisits } from "./soak/page-visits.ts";
import { publisher } from "./soak/publisher.ts";
import { type SoakStack, startSoakStack } from "./soak/soak-stack.ts";
import { storedData } from "./soak/stored-data.ts";
import { type Kept, reportSoak } from "./soak/report-soak.ts";
import { heapNow, watchMemory } from "./soak/watch-memory.ts";

const WHOLE_MINUTES = 30;
/**
 * Share of the run that is warm-up. The site's cache grows during the first nine minutes, until it
 * holds its maximum of a thousand versions of pages.
 */
const WARM_UP_SHARE = 0.4;
/** Length of each of the two periods in which heaps are read, as a share of the run. */
const LOOKING_SHARE = 0.05;
const LOOKS = 9;
const nodeProcesses = ["site", "content", "supabase"] as const;
const minutes = Number(process.env["SOAK_MINUTES"] ?? WHOLE_MINUTES);
/**
 * Factor for the rate of the load. A value below 1 leaves room for other work. The rate of publishes does not change.
 */
const pace = Number(process.env["SOAK_PACE"] ?? 1);

/**
 * Log lines that are not problems. The load itself sends reports of CSP violations, and it may delete a page while the
 * site renders the page.
 */
const expected = /"policy-violated"|"document-missing","document":"page \/medicao-/;

/** Whether the run has the full length and load, which a judgement of the memory use requires. */
export const isWholeSoak = minutes >= WHOLE_MINUTES && pace >= 1;

/** Simulates all use of the product for half an hour at a steady rate, with one publish a second. */
export async function benchSoak(): Promise<BenchPart> {
  const problems: string[] = [];
  const stack = await startSoakStack((line) => {
    if (!expected.test(line)) problems.push(line);
  });
  try {
    const ending = new AbortController();
    const editor = await publisher(stack);
    const people = openPages(stack.siteUrl, 1, ending.signal);
    const others = [people.load, ...(await pageVisits(stack)), ...(await backendCalls(stack))];
    const loads = [
      editor.load,
      ...others.map((load) => ({ ...load, perSecond: load.perSecond * pace })),
    ];
    // Problems that the servers logged during their start do not count.
    problems.length = 0;
    const began = Date.now();
    const before = await storedData(stack);
    const [figures, processes, { warmUntil, kept }] = await Promise.all([
      runPaced(loads, ending.signal),
      watchMemory(stack, ending.signal),
      watchHeaps(stack, began).finally(() => ending.abort()),
    ]);
    const after = await storedData(stack);
    await untilDelivered(stack).catch((error: Error) => problems.push(error.message));
    return reportSoak({
      minutes,
      warmUntil,
      loads: figures,
      problems,
      processes,
      kept,
      heapOfMails: await heapOfMails(stack),
      stored: { before, after },
      published: { p50: editor.p50(), p95: editor.p95() },
      streams: people.counts,
    });
  } finally {
    await stack.close();
  }
}

/** Reads the heaps under the load, once after the warm-up and once before the end. */
async function watchHeaps(stack: SoakStack, began: number) {
  // Takes the median of several reads, because a heap temporarily grows by a third when a publish changes all pages.
  const look = async (share: number) => {
    await delay(began + share * minutes * 60_000 - Date.now());
    const looks: number[][] = [];
    for (let turn = 0; turn < LOOKS; turn += 1) {
      looks.push(await Promise.all(nodeProcesses.map((name) => heapNow(stack, name))));
      await delay((LOOKING_SHARE * minutes * 60_000) / LOOKS);
    }
    return nodeProcesses.map((_name, place) => median(looks.map((heaps) => heaps[place] ?? 0)));
  };
  const first = await look(WARM_UP_SHARE);
  const warmUntil = Date.now();
  const last = await look(1 - LOOKING_SHARE);
  const kept: Record<string, Kept> = Object.fromEntries(
    nodeProcesses.map((name, place) => [
      name,
      { before: first[place] ?? 0, after: last[place] ?? 0 },
    ]),
  );
  return { warmUntil, kept };
}

/** Returns the bytes of heap that become free when the local inbox deletes its e-mails. */
async function heapOfMails(stack: SoakStack): Promise<number> {
  const full = await heapNow(stack, "supabase");
  await ask(`${stack.inboxUrl}/api/messages`, { method: "DELETE" });
  return full - (await heapNow(stack, "supabase"));
}

/** Waits until no e-mail is left in the queue. @throws when that takes longer than a minute. */
async function untilDelivered({ sql }: SoakStack): Promise<void> {
  for (const latest = Date.now() + 60_000; Date.now() < latest; await delay(500)) {
    const [queue] = await sql`
      select count(*)::integer as waiting from public.outgoing_mail where status <> 'sent'`;
    if (queue?.["waiting"] === 0) return;
  }
  throw new Error("E-mails were still waiting a minute after the end.");
}
