import { requestIdHeaders } from "./log.ts";

/** Starts a worker when work was queued. The caller does not wait for the worker. */
export type Kick = () => void;

/**
 * Creates a function that starts a worker. Calls during a run cause one more run. If the start fails, the schedule
 * starts the worker later.
 */
export function createKick(
  post: () => Promise<void>,
  keepAlive: (work: Promise<void>) => void,
): Kick {
  let running = false;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      await post().catch(() => undefined);
    } while (again);
    running = false;
  }

  return () => {
    again = true;
    if (running) return;
    running = true;
    keepAlive(run());
  };
}

export async function postWorker(
  worker: "deliver-mail" | "issue-documents",
  { url, secretKey }: { url: string; secretKey: string },
): Promise<void> {
  const response = await fetch(`${url}/functions/v1/${worker}`, {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "application/json", ...requestIdHeaders() },
    body: "{}",
  });
  await response.body?.cancel();
}

/** Runs `work` until it succeeds, at most `times` times and 200 ms apart. Throws the last error. */
export async function retry<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (times <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return retry(times - 1, work);
  }
}
