import { LRUCache } from "lru-cache";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import type { PublicSettings } from "../../app/layout-content.ts";
import { type PageDataReply, dataPathPrefix } from "../../app/page-state.ts";
import { type Log, logLine, reasonOf, stackOf } from "../../config/log.ts";
import { paths, productParameter } from "../../config/paths.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { readPublishedPaths } from "../../content/source/page-reader.ts";
import {
  type Tagged,
  type TaggedCache,
  createTaggedCache,
} from "../../content/source/tagged-cache.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { homeAliases } from "../../pages/published/published-route.ts";
import { type EncodedBody, encodeBody } from "../http/encoded-body.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import { PageFailure } from "../render/render-markup.ts";
import { type RenderedRedirect, type RenderedReply, renderPage } from "../render/render-page.tsx";

/** Every unknown path shares this entry, so that trying many of them costs no memory. */
const NOT_FOUND_KEY = "/404";
/** Versions of pages whose HTML a visitor may still have open, to hydrate it as it is. */
const REMEMBERED_VERSIONS = 1_000;

export interface CachedPage extends Tagged {
  status: number;
  version: string;
  location: string | undefined;
  /** CSP source of the styles inlined in the HTML. */
  styleHash: string;
  html: EncodedBody;
  data: EncodedBody;
}

export interface PageCache {
  /**
   * The page of a path, rendered once per change of its content, with what it shows of the query.
   * @throws Error as `renderPage`.
   */
  get(path: string, search?: string): Promise<CachedPage>;
  /** The path as its page has it: in lower case, where only that is known; itself otherwise. */
  nameOf(path: string): Promise<string>;
  /** The data that an HTML page of this version was made from, while it is remembered. */
  dataOf(version: string): EncodedBody | undefined;
  invalidate: TaggedCache<CachedPage>["invalidate"];
}

interface PageCacheOptions {
  now?: () => Date;
  /** Makes pages that cannot be made with what is published now, as long as they never could. */
  older?: ContentSource;
  log?: Log;
  /** Is told of each page that is asked for. */
  onRead?: () => void;
  /** Is told how many seconds a rendering took, be it that it failed. */
  onRendered?: (seconds: number) => void;
}

/** Holds every rendered page, compressed, until an event says that its content changed. */
export function createPageCache(
  source: ContentSource,
  settings: PublicSettings,
  html: HtmlDocument,
  { now = () => new Date(), older, log = logLine, onRead, onRendered }: PageCacheOptions = {},
): PageCache {
  const versions = new LRUCache<string, EncodedBody>({ max: REMEMBERED_VERSIONS });
  /** Why a page could not be made anew, while it could not. */
  const failures = new Map<string, string>();
  const rendered = new Set<string>();

  /** One line when a page begins to fail, or fails in another way, and one when it is well again. */
  async function renderReported(path: string): Promise<RenderedReply> {
    const began = performance.now();
    try {
      const page = await renderPage(path, settings, source);
      if (failures.delete(path)) log("info", "page-back", { path });
      rendered.add(path);
      return page;
    } catch (error) {
      const reason = reasonOf(error);
      const place = error instanceof PageFailure ? error.place : { path };
      if (failures.get(path) !== reason) {
        log("error", "page-failed", { ...place, reason, stack: stackOf(error) });
      }
      failures.set(path, reason);
      // Rejecting keeps the last good page; after a start there is none yet.
      if (!older || rendered.has(path)) throw error;
      const page = await renderPage(path, settings, older).catch(() => Promise.reject(error));
      return { ...page, fresh: false };
    } finally {
      onRendered?.((performance.now() - began) / 1_000);
    }
  }

  const cache = createTaggedCache(async (path): Promise<CachedPage> => {
    const page = await renderReported(path);
    if (page.kind === "redirect") return redirectPage(page);
    const { markup, styleHash } = html.render(page);
    const data = encodeBody(JSON.stringify(page.state satisfies PageDataReply));
    versions.set(page.state.version, data);
    return {
      status: page.status,
      version: page.state.version,
      location: undefined,
      styleHash,
      html: encodeBody(markup),
      data,
      tags: page.tags,
      fresh: page.fresh,
    };
  });

  async function isKnown(path: string): Promise<boolean> {
    if (pagesByPath.has(path) || homeAliases.includes(path)) return true;
    const published = await readPublishedPaths(source);
    const { pages, products, redirects } = published;
    return [pages, products, published.versions, redirects].some((known) => known.has(path));
  }

  // Pages show the year and offer dates up to today, so none outlives the day it was made on.
  let madeOn = todayInBrasilia(now());
  function forgetYesterday() {
    const today = todayInBrasilia(now());
    if (madeOn === today) return;
    madeOn = today;
    cache.invalidate(null);
  }

  return {
    async get(path, search = "") {
      onRead?.();
      forgetYesterday();
      const query = await shownQuery(path, search, source);
      if (await isKnown(path)) return cache.get(path + query);
      // It may have had a page until an editor took it away: none is kept for every path there ever was.
      cache.forget(path);
      return cache.get(NOT_FOUND_KEY);
    },
    async nameOf(path) {
      const lowerCase = path.toLowerCase();
      // Known exactly, it is never sent elsewhere: no redirect leads back to it.
      if (path === lowerCase || (await isKnown(path))) return path;
      return (await isKnown(lowerCase)) ? lowerCase : path;
    },
    dataOf: (version) => versions.get(version),
    invalidate: (tags) => cache.invalidate(tags),
  };
}

function redirectPage({ status, to, tags, fresh }: RenderedRedirect) {
  return {
    status,
    version: to,
    location: to,
    styleHash: "",
    html: encodeBody(""),
    data: encodeBody(JSON.stringify({ redirect: to } satisfies PageDataReply)),
    tags,
    fresh,
  };
}

/** The page path that a data request is for. */
export function pagePathOfDataPath(path: string): string {
  return path.slice(dataPathPrefix.length) || "/";
}

/**
 * The part of a query that a page is rendered for: on the contact page a product that is published,
 * so that it is chosen without JavaScript too. Anything else shows nothing, and is no page of its own.
 */
async function shownQuery(path: string, search: string, source: ContentSource): Promise<string> {
  const slug = path === paths.contact && new URLSearchParams(search).get(productParameter);
  if (!slug) return "";
  // The page itself stands without them.
  const published = await readPublishedPaths(source).catch(() => undefined);
  return published?.products.has(`/${slug}`) ? `?${productParameter}=${slug}` : "";
}
