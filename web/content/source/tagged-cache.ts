/** Delay (ms) before a failed load is repeated. During the delay, readers get older content. */
const RETRY_AFTER_MS = 2_000;

/** Value and the sync tags of the content from which the value was made. */
export interface Tagged {
  readonly tags: readonly string[];
  /** False when the value is outdated, because loading the new value failed. */
  readonly fresh: boolean;
}

interface Entry<Value> {
  value: Value | undefined;
  /** Counter of the content events that concern this entry. The value is stale when `valueGeneration` is lower. */
  generation: number;
  valueGeneration: number;
  /** Time of the next load after a failed load. Before this time, readers get older content without waiting. */
  retryAt: number | undefined;
  pending: { generation: number; value: Promise<Value> } | undefined;
}

/** Creates a cache in which content events make values stale. When loading fails, the last good value is kept. */
export function createTaggedCache<Value extends Tagged>(load: (key: string) => Promise<Value>) {
  const entries = new Map<string, Entry<Value>>();

  async function reload(key: string, entry: Entry<Value>): Promise<Value> {
    const generation = entry.generation;
    try {
      const value = await load(key);
      // A load that began before an event may end after a newer load. The value of the older load is then not stored.
      if (generation < entry.valueGeneration) return value;
      entry.value = value;
      entry.valueGeneration = generation;
      entry.retryAt = value.fresh ? undefined : Date.now() + RETRY_AFTER_MS;
      return value;
    } catch (error) {
      if (!entry.value) throw error;
      if (generation === entry.generation) entry.retryAt = Date.now() + RETRY_AFTER_MS;
      entry.value = { ...entry.value, fresh: false };
      return entry.value;
    }
  }

  function loadOnce(key: string, entry: Entry<Value>): Promise<Value> {
    if (entry.pending?.generation === entry.generation) return entry.pending.value;
    const pending = { generation: entry.generation, value: reload(key, entry) };
    entry.pending = pending;
    const settle = () => {
      if (entry.pending === pending) entry.pending = undefined;
      if (!entry.value) entries.delete(key);
    };
    pending.value.then(settle, settle);
    return pending.value;
  }

  return {
    /** Returns a value. An unknown or stale value is loaded once for all callers. @throws when the first load fails */
    async get(key: string): Promise<Value> {
      const known = entries.get(key);
      const entry = known ?? {
        value: undefined,
        generation: 1,
        valueGeneration: 0,
        retryAt: undefined,
        pending: undefined,
      };
      if (!known) entries.set(key, entry);

      if (!entry.value) return loadOnce(key, entry);
      if (entry.retryAt !== undefined) {
        if (Date.now() >= entry.retryAt) loadOnce(key, entry).catch(() => {});
        return entry.value;
      }
      return entry.valueGeneration === entry.generation ? entry.value : loadOnce(key, entry);
    },
    /** Makes the values that have one of the tags stale; null makes all values stale. */
    invalidate(tags: readonly string[] | null): void {
      for (const entry of entries.values()) {
        // An entry without a value has no tags yet, so any event may be about it.
        const concerned =
          !tags || !entry.value || entry.value.tags.some((tag) => tags.includes(tag));
        if (!concerned) continue;
        entry.generation += 1;
        entry.retryAt = undefined;
      }
    },
    forget: (key: string) => void entries.delete(key),
    entries: () =>
      [...entries].flatMap(([key, { value }]) => (value ? [[key, value] as const] : [])),
  };
}
