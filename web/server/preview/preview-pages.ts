import type { SanityClient } from "@sanity/client";
import { LRUCache } from "lru-cache";
import type { PublicSettings } from "../../app/layout-content.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import { logLine, reasonOf } from "../../config/log.ts";
import { publishedInstead } from "../../config/paths.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { PageFailure } from "../render/render-page.tsx";
import { type RenderedPage, type RenderedReply, renderPage } from "../render/render-page.tsx";
import { createPreviewSource } from "./preview-source.ts";

/**
 * Time for which the data of a changed page is stored. The open page requests the data as soon as the event stream
 * reports the change.
 */
const ANNOUNCED_MS = 3_000;
/** Number of page versions that are kept, so that the editors' open pages can hydrate. */
const REMEMBERED_VERSIONS = 200;

export type PreviewPages = ReturnType<typeof createPreviewPages>;

/** Renders pages for editors and caches none of them. */
export function createPreviewPages(client: SanityClient, settings: PublicSettings) {
  type State = RenderedPage["state"];
  const states = new LRUCache<string, State>({ max: REMEMBERED_VERSIONS });
  const announced = new LRUCache<string, State>({ max: REMEMBERED_VERSIONS, ttl: ANNOUNCED_MS });

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
    /**
     * Renders a page in a perspective, or from published content when a draft is incomplete; undefined when both fail.
     */
    async render(address: string, perspective: string): Promise<RenderedReply | undefined> {
      const shown = await renderIn(address, perspective);
      const reply = shown ?? (await renderIn(address, "published"));
      if (reply?.kind !== "page") return reply;
      // The incomplete draft belongs to a new page, so the published 404 page would mislead the editor.
      if (!shown && reply.status === 404) return undefined;
      const version = reply.state.version + (shown ? "" : publishedInstead);
      const page = { ...reply, state: { ...reply.state, version } };
      states.set(version, page.state);
      return page;
    },
    /**
     * Stores the data of a changed page, which an open page will request after the event stream's message. The data can
     * be read only once.
     */
    announce(path: string, perspective: string, state: State): void {
      announced.set(`${perspective} ${path}`, state);
    },
    takeAnnounced(path: string, perspective: string): State | undefined {
      const key = `${perspective} ${path}`;
      const state = announced.get(key);
      announced.delete(key);
      return state;
    },
    /** Returns the data from which a version was rendered; undefined when the data is no longer stored. */
    stateOf: (version: string) => states.get(version),
  };
}

/** CSP hash that allows an empty style element. The overlay inserts such an element and then adds its styles to it. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Headers of all answers to editors, which no cache keeps and no search engine indexes. */
export const noStoreHeaders = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
} as const;

/** Returns preview headers. The studio may frame the page. Trusted Types are off, because the overlay inserts icons. */
export function previewHeaders(
  { scriptHash, styleHash }: { scriptHash: string; styleHash: string },
  backend: Backend | null,
  site: { encrypted: boolean; studioUrl: string },
): Record<string, string> {
  const headers = securityHeaders(scriptHash, styleHash, backend, site.encrypted);
  const policy = headers["content-security-policy"] ?? "";
  return {
    ...headers,
    "content-security-policy": policy
      .replace("frame-ancestors 'none'", `frame-ancestors 'self' ${site.studioUrl}`)
      .replace("style-src-elem 'self'", `style-src-elem 'self' ${EMPTY_STYLE}`)
      .replace(/require-trusted-types-for 'script'; trusted-types [^;]*; /, ""),
    // Asks the browser for a separate process. The studio keeps a shared process busy while an editor types.
    "origin-agent-cluster": "?1",
    "content-type": "text/html; charset=utf-8",
    ...noStoreHeaders,
  };
}

/** Page for an incomplete draft that has no published content. The page reloads by itself. */
export const incompletePage = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="4"><title>Rascunho incompleto | Payser</title><h1>Ainda não dá para mostrar esta página</h1><p>Falta preencher algum campo, e não há nada publicado neste endereço. Continue editando: a página aparece aqui assim que puder ser mostrada.</p></html>`;
