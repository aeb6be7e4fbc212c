import { requestIdHeaders } from "./log.ts";

/** Starts the work that a function has just queued, without making its caller wait. */
export type Kick = () => void;

/**
 * Builds the kick from `post`, which runs a worker. A failed kick loses nothing: the work stays
 * queued and the schedule has it done. While one runs, any number of others become one.
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

/** Calls a worker with the secret key. */
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

/** Runs `work` up to `times` times, 200 ms apart; throws what the last one threw. */
export async function retry<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (times <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return retry(times - 1, work);
  }
}
