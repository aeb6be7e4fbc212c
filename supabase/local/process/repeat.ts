/** Does `work` every `interval` milliseconds, never two at once; what fails is tried the next time. */
export function repeat(interval: number, work: (stopped: AbortSignal) => Promise<unknown>) {
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
