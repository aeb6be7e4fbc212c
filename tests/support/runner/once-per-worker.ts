const closers: (() => Promise<unknown>)[] = [];

/**
 * Makes what a worker of the test runner starts when one of its files first asks for it, and all of
 * its files use from then on; it is closed when the worker has run its last file.
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

/** Closes what was started once, the newest first: for the runner's set-up, at the worker's end. */
export async function closeParts(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
