import { z } from "zod";
import { repeat } from "../process/repeat.ts";

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
