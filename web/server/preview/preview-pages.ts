import type { SanityClient } from "@sanity/client";
import { LRUCache } from "lru-cache";
import type { PublicSettings } from "../../app/layout-content.ts";
import { logLine, reasonOf } from "../../config/log.ts";
import { publishedInstead } from "../../config/preview-paths.ts";
import { PageFailure } from "../render/page-failure.ts";
import { type RenderedPage, type RenderedReply, renderPage } from "../render/render-page.tsx";
import { createPreviewSource } from "./preview-source.ts";

/** Pages that editors have open, to hydrate them as they are. */
const REMEMBERED_VERSIONS = 200;

export interface PreviewPages {
  /**
   * The page of a path, and of a query, as it is in a perspective now; as it is published where
   * drafts are too incomplete to be shown, and undefined where there is nothing published either.
   */
  render(address: string, perspective: string): Promise<RenderedReply | undefined>;
  /** What a page of this version was made from, while it is remembered. */
  stateOf(version: string): RenderedPage["state"] | undefined;
}

/** Renders pages for editors, past every cache. */
export function createPreviewPages(client: SanityClient, settings: PublicSettings): PreviewPages {
  const states = new LRUCache<string, RenderedPage["state"]>({ max: REMEMBERED_VERSIONS });

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
    stateOf: (version) => states.get(version),
  };
}
