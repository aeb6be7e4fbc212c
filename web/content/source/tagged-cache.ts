/** After a failure the next try is this much later; nobody waits for it. */
const RETRY_AFTER_MS = 2_000;

/** A value and the sync tags of the content that it was made from. */
export interface Tagged {
  readonly tags: readonly string[];
  /** False when a failure made it come from older content. */
  readonly fresh: boolean;
}

export interface TaggedCache<Value extends Tagged> {
  /**
   * The value of a key, loaded when it is unknown or stale, once however many ask.
   * @throws the loader's error when there is no earlier value to serve instead.
   */
  get(key: string): Promise<Value>;
  /** Makes values that carry one of the tags stale; null means all of them. */
  invalidate(tags: readonly string[] | null): void;
  /** Lets go of the value of a key that nobody will ask for any more. */
  forget(key: string): void;
  entries(): [key: string, value: Value][];
}

interface Entry<Value> {
  value: Value | undefined;
  /** Raised by every event that concerns the entry; a value of an older generation is stale. */
  generation: number;
  valueGeneration: number;
  /** Set by a failure: until a load succeeds or an event comes, older content is served at once. */
  retryAt: number | undefined;
  pending: { generation: number; value: Promise<Value> } | undefined;
}

/** A cache that content events invalidate and that keeps the last good value through failures. */
export function createTaggedCache<Value extends Tagged>(
  load: (key: string) => Promise<Value>,
): TaggedCache<Value> {
  const entries = new Map<string, Entry<Value>>();

  async function reload(key: string, entry: Entry<Value>): Promise<Value> {
    const generation = entry.generation;
    try {
      const value = await load(key);
      // A load that began before an event may end after the load that followed the event.
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
    async get(key) {
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
    invalidate(tags) {
      for (const entry of entries.values()) {
        // While nothing is known of an entry, any event may concern it.
        const concerned =
          !tags || !entry.value || entry.value.tags.some((tag) => tags.includes(tag));
        if (!concerned) continue;
        entry.generation += 1;
        entry.retryAt = undefined;
      }
    },
    forget: (key) => void entries.delete(key),
    entries: () => [...entries].flatMap(([key, { value }]) => (value ? [[key, value]] : [])),
  };
}
