/* oxlint-disable no-empty-pattern -- the runner reads from the pattern what a fixture needs */
import { test } from "vitest";

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

/** For the runner's set-up: closes what was started once, the newest first, at the worker's end. */
export const endOfWorker = test.extend(
  "closesParts",
  { scope: "worker" },
  async ({}, { onCleanup }) => {
    onCleanup(async () => {
      for (const close of closers.splice(0).toReversed()) await close();
    });
    return true;
  },
);
