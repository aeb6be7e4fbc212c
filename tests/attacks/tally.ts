/** Creates a counter of probes per kind of attack, and a list of the faults that the probes found. */
export function createTally() {
  const counts = new Map<string, number>();
  const faults: string[] = [];

  return {
    add(kind: string, probes = 1): void {
      counts.set(kind, (counts.get(kind) ?? 0) + probes);
    },
    fault(what: string): void {
      faults.push(what);
    },
    /** Returns the first 30 faults since the last call. If there are more, a last line states how many more. */
    takeFaults(): string[] {
      const all = faults.splice(0);
      const shown = all.slice(0, 30);
      return all.length > shown.length
        ? [...shown, `and ${all.length - shown.length} more`]
        : shown;
    },
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    print(): void {
      const lines = [...counts].map(([kind, count]) => `  ${String(count).padStart(6)}  ${kind}`);
      console.log(
        `Attack probes by class:\n${lines.join("\n")}\n  ${String(this.total()).padStart(6)}  in all`,
      );
    },
  };
}

export type Tally = ReturnType<typeof createTally>;

/** Runs `work` on every item, several at a time. */
export async function onEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = 12,
): Promise<void> {
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const item = items[next++];
      if (item !== undefined) await work(item);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
}
