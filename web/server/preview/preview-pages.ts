import type { SanityClient } from "@sanity/client";
import { LRUCache } from "lru-cache";
import type { PublicSettings } from "../../app/layout-content.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import { publishedInstead } from "../../config/paths.ts";
import { PageFailure } from "../render/page-failure.ts";
import { type RenderedPage, type RenderedReply, renderPage } from "../render/render-page.tsx";
import { createPreviewSource } from "./preview-source.ts";

/** A page that is told of a change asks for it within moments, or has been closed. */
const ANNOUNCED_MS = 3_000;
/** Pages that editors have open, to hydrate them as they are. */
const REMEMBERED_VERSIONS = 200;

export interface PreviewPages {
  /**
   * The page of a path, and of a query, as it is in a perspective now; as it is published where
   * drafts are too incomplete to be shown, and undefined where there is nothing published either.
   */
  render(address: string, perspective: string): Promise<RenderedReply | undefined>;
  /** Hands on what an open page was just told of, once: it asks for it at once. */
  announce(path: string, perspective: string, state: RenderedPage["state"]): void;
  takeAnnounced(path: string, perspective: string): RenderedPage["state"] | undefined;
  /** What a page of this version was made from, while it is remembered. */
  stateOf(version: string): RenderedPage["state"] | undefined;
}

/** Renders pages for editors, past every cache. */
export function createPreviewPages(client: SanityClient, settings: PublicSettings): PreviewPages {
  const states = new LRUCache<string, RenderedPage["state"]>({ max: REMEMBERED_VERSIONS });

  const announced = new LRUCache<string, RenderedPage["state"]>({
    max: REMEMBERED_VERSIONS,
    ttl: ANNOUNCED_MS,
  });

  async function renderIn(address: string, perspective: string) {
    try {
      return await renderPage(address, settings, createPreviewSource(client, perspective));
    } catch (error) {
      const { component, document } = error instanceof PageFailure ? error.place : {};
      const place = { path: address, perspective, component, document };
      logLine("info", "preview-incomplete", { ...place, reason: reasonOf(error) });
      return undefined;
    }
  }

  return {
    async render(address, perspective) {
      const shown = await renderIn(address, perspective);
      const reply = shown ?? (await renderIn(address, "published"));
      if (reply?.kind !== "page") return reply;
      // A page that is to be: that there is none yet is not what the editor made.
      if (!shown && reply.status === 404) return undefined;
      const version = reply.state.version + (shown ? "" : publishedInstead);
      const page = { ...reply, state: { ...reply.state, version } };
      states.set(version, page.state);
      return page;
    },
    announce(path, perspective, state) {
      announced.set(`${perspective} ${path}`, state);
    },
    takeAnnounced(path, perspective) {
      const key = `${perspective} ${path}`;
      const state = announced.get(key);
      announced.delete(key);
      return state;
    },
    stateOf: (version) => states.get(version),
  };
}
