import { z } from "zod";

/** Does `work` every `interval` milliseconds, never two at once; what fails is tried the next time. */
function repeat(interval: number, work: (stopped: AbortSignal) => Promise<unknown>) {
  const stopped = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let idle = true;
  function run() {
    if (!idle) return;
    idle = false;
    running = work(stopped.signal)
      .catch(() => undefined)
      .finally(() => (idle = true));
  }
  const timer = setInterval(run, interval);
  return {
    run,
    async close() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

const hour = 3_600_000;

/** Applies the rules of retention at the start and every hour, as pg_cron does when hosted. */
export function retentionTimer({ url, secretKey }: { url: string; secretKey: string }) {
  async function purge(stopped: AbortSignal): Promise<number> {
    const response = await fetch(`${url}/rest/v1/rpc/purge_expired`, {
      method: "POST",
      headers: { apikey: secretKey, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(55_000)]),
    });
    return z.int().parse(await response.json());
  }
  // Files that no row names any more; hosted, a job of its own does it.
  async function removeFiles(stopped: AbortSignal): Promise<void> {
    const response = await fetch(`${url}/functions/v1/remove-files`, {
      method: "POST",
      headers: { apikey: secretKey, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(55_000)]),
    });
    await response.body?.cancel();
  }
  const timer = repeat(hour, async (stopped) => {
    while ((await purge(stopped)) > 0);
    await removeFiles(stopped);
  });
  timer.run();
  return timer;
}

/**
 * Does what is due by the clock again and again, as pg_cron does when hosted: the database first, which
 * says which functions have something to do; then those, and no others. What fails stays queued.
 */
export function deliveryTimer(options: { url: string; secretKey: string; interval: number }) {
  const { url, secretKey, interval } = options;
  return repeat(interval, async (stopped) => {
    const post = (path: string) =>
      fetch(url + path, {
        method: "POST",
        headers: { apikey: secretKey, "content-type": "application/json" },
        body: "{}",
        signal: AbortSignal.any([stopped, AbortSignal.timeout(55_000)]),
      });
    const due = await post("/rest/v1/rpc/run_schedule");
    const workers = z.array(z.string()).parse(await due.json());
    await Promise.all(
      workers.map(async (worker) => {
        const answer = await post(`/functions/v1/${worker}`);
        await answer.body?.cancel();
      }),
    );
  });
}
