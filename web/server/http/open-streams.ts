const MAX_OPEN = 5_000;
/** Many people may share an address; nobody alone may take what there is for all. */
const MAX_OPEN_PER_NETWORK = 250;

export interface OpenStreams {
  /** Takes a place for a stream; gives what frees it, or null when there is none. */
  take(network: string): (() => void) | null;
}

/** Counts the event streams that are open, in all and by network. */
export function createOpenStreams(): OpenStreams {
  const open = new Map<string, number>();
  let total = 0;

  function count(network: string, change: 1 | -1): void {
    total += change;
    const left = (open.get(network) ?? 0) + change;
    if (left > 0) open.set(network, left);
    else open.delete(network);
  }

  return {
    take(network) {
      if (total >= MAX_OPEN || (open.get(network) ?? 0) >= MAX_OPEN_PER_NETWORK) return null;
      count(network, 1);
      return () => count(network, -1);
    },
  };
}
