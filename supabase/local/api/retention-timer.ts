import { z } from "zod";
import { repeat } from "../process/repeat.ts";

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
