import { z } from "zod";

/** Runs `work` every `interval` milliseconds, also after a failure, but never twice at the same time. */
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

type Backend = { url: string; secretKey: string };

function post({ url, secretKey }: Backend, path: string, stopped: AbortSignal): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: "{}",
    signal: AbortSignal.any([stopped, AbortSignal.timeout(55_000)]),
  });
}

async function callWorker(backend: Backend, name: string, stopped: AbortSignal): Promise<void> {
  const response = await post(backend, `/functions/v1/${name}`, stopped);
  await response.body?.cancel();
}

/** Applies the retention rules at the start and every hour, as pg_cron does on a hosted project. */
export function retentionTimer(backend: Backend) {
  async function purge(stopped: AbortSignal): Promise<number> {
    const response = await post(backend, "/rest/v1/rpc/purge_expired", stopped);
    return z.int().parse(await response.json());
  }
  const timer = repeat(hour, async (stopped) => {
    while ((await purge(stopped)) > 0);
    // The edge function remove-files deletes files to which no row refers. On a hosted project, a separate job of
    // pg_cron calls remove-files.
    await callWorker(backend, "remove-files", stopped);
  });
  timer.run();
  return timer;
}

/** Runs due work, like pg_cron on hosted projects: first run_schedule, then the functions that run_schedule names. */
export function deliveryTimer({ interval, ...backend }: Backend & { interval: number }) {
  return repeat(interval, async (stopped) => {
    const due = await post(backend, "/rest/v1/rpc/run_schedule", stopped);
    const workers = z.array(z.string()).parse(await due.json());
    await Promise.all(workers.map((worker) => callWorker(backend, worker, stopped)));
  });
}
