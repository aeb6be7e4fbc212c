/** Calls deliver-mail again and again, as pg_cron does when hosted; never two at once. */
export function deliveryTimer(options: { url: string; secretKey: string; interval: number }) {
  const { url, secretKey, interval } = options;
  const stopped = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let idle = true;
  const timer = setInterval(() => {
    if (!idle) return;
    idle = false;
    running = fetch(`${url}/functions/v1/deliver-mail`, {
      method: "POST",
      headers: { apikey: secretKey, "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(55_000)]),
    })
      .then((response) => response.body?.cancel())
      // Whatever went wrong, the mails are still queued for the next call.
      .catch(() => undefined)
      .finally(() => (idle = true));
  }, interval);
  return {
    async close() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}
