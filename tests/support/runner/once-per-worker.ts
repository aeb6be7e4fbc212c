const closers: (() => Promise<unknown>)[] = [];

/**
 * Returns a function that starts a shared part, such as a server, at its first call in a test worker. Later calls
 * return the same part, which is closed at the end of the worker.
 */
export function oncePerWorker<Part>(
  start: () => Promise<{ part: Part; close: () => Promise<unknown> }>,
): () => Promise<Part> {
  let started: Promise<Part> | undefined;
  return () =>
    (started ??= start().then(({ part, close }) => {
      closers.push(close);
      return part;
    }));
}

/** Closes the shared parts at the end of the worker. The part that was started last is closed first. */
export async function closeParts(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
