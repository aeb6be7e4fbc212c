import type { SanityClient } from "@sanity/client";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { paths } from "../../config/paths.ts";
import { transportHeaders } from "../http/security-headers.ts";
import { holdStream } from "../http/streams.ts";
import { type PreviewPages, unkeptHeaders } from "./preview-pages.ts";

const RECONNECT_MS = 2_000;

interface PreviewUpdates {
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

/** Makes what tells a page that an editor has open the version of itself, now and when it changes. */
export function createVersionStream(
  pages: PreviewPages,
  updates: PreviewUpdates,
  stopping: AbortSignal,
) {
  return (context: Context, perspective: string): Response => {
    const path = pathWithinSite(context.req.query("caminho") ?? "") ?? paths.home;
    for (const [name, value] of Object.entries({ ...transportHeaders, ...unkeptHeaders })) {
      context.header(name, value);
    }
    return streamSSE(context, async (stream) => {
      let told: string | undefined;
      let changes = 0;
      async function tell(): Promise<void> {
        changes += 1;
        // What changes while the page is rendered has it rendered once more, and not at the same time.
        if (changes > 1) return;
        for (let seen = 0; seen < changes;) {
          seen = changes;
          const page = await pages.render(path, perspective);
          if (page?.kind !== "page" || page.state.version === told) continue;
          const isFirst = told === undefined;
          told = page.state.version;
          // What a page has from the start, it does not ask for.
          if (!isFirst) pages.announce(path, perspective, page.state);
          await stream.writeSSE({ data: told });
        }
        changes = 0;
      }
      const end = updates.subscribe(() => void tell());
      void tell();
      await holdStream(stream, stopping);
      end();
    });
  };
}
