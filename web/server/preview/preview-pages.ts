import type { SanityClient } from "@sanity/client";
import { LRUCache } from "lru-cache";
import type { PublicSettings } from "../../app/layout-content.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import { logLine, reasonOf } from "../../config/log.ts";
import { publishedInstead } from "../../config/paths.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { PageFailure } from "../render/render-markup.ts";
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

/** Of no text at all: what the overlay's styles are put into before they are filled in. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** For whatever is answered to an editor: no cache keeps it and no search engine finds it. */
export const unkeptHeaders = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
} as const;

/**
 * Headers of a page that an editor sees: of all pages, these alone may be framed, by the studio. The
 * overlay sets the icons of content types as markup, which Trusted Types would refuse.
 */
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
    // A process of its own: the studio is busy while somebody types, and on one host they would share one.
    "origin-agent-cluster": "?1",
    "content-type": "text/html; charset=utf-8",
    ...unkeptHeaders,
  };
}

/** Shown where drafts cannot be shown and nothing is published; it comes back by itself. */
export const unshownPage = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="4"><title>Rascunho incompleto | Payser</title><h1>Ainda não dá para mostrar esta página</h1><p>Falta preencher algum campo, e não há nada publicado neste endereço. Continue editando: a página aparece aqui assim que puder ser mostrada.</p></html>`;
