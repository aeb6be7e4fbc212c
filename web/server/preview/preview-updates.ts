import type { SanityClient } from "@sanity/client";

const RECONNECT_MS = 2_000;

export interface PreviewUpdates {
  /** Calls `onChange` after each change that an editor could see; gives what ends it. */
  subscribe(onChange: () => void): () => void;
  close(): void;
}

/** Follows changes of drafts as long as somebody sees a page with them. */
export function createPreviewUpdates(client: SanityClient): PreviewUpdates {
  const listeners = new Set<() => void>();
  let stream: { unsubscribe(): void } | undefined;
  let reconnect: NodeJS.Timeout | undefined;

  const tell = () => listeners.forEach((onChange) => onChange());

  function connect() {
    stream = client.live.events({ includeDrafts: true }).subscribe({
      // After a gap in the stream, too, anything may have changed.
      next: tell,
      error: retry,
      complete: retry,
    });
  }

  function retry() {
    stream = undefined;
    if (listeners.size > 0) reconnect = setTimeout(connect, RECONNECT_MS);
  }

  function close() {
    clearTimeout(reconnect);
    stream?.unsubscribe();
    stream = undefined;
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      if (listeners.size === 1) connect();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) close();
      };
    },
    close,
  };
}
