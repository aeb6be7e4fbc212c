import { repeat } from "../process/repeat.ts";

/** Calls deliver-mail again and again, as pg_cron does when hosted. What fails stays queued. */
export function deliveryTimer(options: { url: string; secretKey: string; interval: number }) {
  const { url, secretKey, interval } = options;
  return repeat(interval, async (stopped) => {
    const response = await fetch(`${url}/functions/v1/deliver-mail`, {
      method: "POST",
      headers: { apikey: secretKey, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(55_000)]),
    });
    await response.body?.cancel();
  });
}
