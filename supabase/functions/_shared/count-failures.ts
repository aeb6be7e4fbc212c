/** Notes that a function answered 5xx, without making its caller wait. */
export type CountFailure = (name: string) => void;

/**
 * Adds failures up and has them written, one call at a time: in an outage there are many, and counting
 * must not add to it. What could not be written is written with the next.
 */
export function createFailureCount(
  write: (name: string, failures: number) => Promise<unknown>,
  keepAlive: (work: Promise<void>) => void,
): CountFailure {
  const waiting = new Map<string, number>();
  const add = (name: string, failures: number) =>
    waiting.set(name, (waiting.get(name) ?? 0) + failures);
  let isWriting = false;

  async function writeAll(): Promise<void> {
    // Goes on with what is added meanwhile.
    for (const [name, failures] of waiting) {
      waiting.delete(name);
      // oxlint-disable-next-line no-await-in-loop
      const wasWritten = await write(name, failures).then(
        () => true,
        () => false,
      );
      if (!wasWritten) {
        add(name, failures);
        break;
      }
    }
    isWriting = false;
  }

  return (name) => {
    add(name, 1);
    if (isWriting) return;
    isWriting = true;
    keepAlive(writeAll());
  };
}
