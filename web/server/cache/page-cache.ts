import { LRUCache } from "lru-cache";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import type { PublicSettings } from "../../app/layout-content.ts";
import { type PageDataReply, dataPathPrefix } from "../../app/page-state.ts";
import { type Log, logLine, reasonOf, stackOf } from "../../config/log.ts";
import { paths, productParameter } from "../../config/paths.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { readPublishedPaths } from "../../content/source/page-reader.ts";
import { type Tagged, createTaggedCache } from "../../content/source/tagged-cache.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { homeAliases } from "../../pages/published/published-route.ts";
import { type EncodedBody, encodeBody } from "../http/encoded-body.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import { PageFailure } from "../render/render-page.tsx";
import { type RenderedRedirect, type RenderedReply, renderPage } from "../render/render-page.tsx";

/** Cache key that all unknown paths share, so that the cache stores the 404 page only once. */
const NOT_FOUND_KEY = "/404";
/** Number of page versions whose data is kept, so that pages of these versions can still hydrate. */
const REMEMBERED_VERSIONS = 1_000;

export interface CachedPage extends Tagged {
  status: number;
  version: string;
  location: string | undefined;
  /** CSP source expression that allows the styles inlined in the HTML. */
  styleHash: string;
  html: EncodedBody;
  data: EncodedBody;
}

export type PageCache = ReturnType<typeof createPageCache>;

interface PageCacheOptions {
  now?: () => Date;
  /** Source of older content, used when a page cannot be rendered and no earlier rendering of the page exists. */
  older?: ContentSource;
  log?: Log;
  onRead?: () => void;
  /** Called with the duration in seconds of each rendering, including failed ones. */
  onRendered?: (seconds: number) => void;
}

/** Keeps rendered and compressed pages until an event invalidates their content. */
export function createPageCache(
  source: ContentSource,
  settings: PublicSettings,
  html: HtmlDocument,
  { now = () => new Date(), older, log = logLine, onRead, onRendered }: PageCacheOptions = {},
) {
  const versions = new LRUCache<string, EncodedBody>({ max: REMEMBERED_VERSIONS });
  /** Reason of the last failure by path, for pages whose last rendering failed. */
  const failures = new Map<string, string>();
  const rendered = new Set<string>();

  /** Renders a page. Logs when the rendering starts to fail, fails for another reason, or works again. */
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
      // A page that was rendered before keeps its last good version. Only other pages are rendered from older content.
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

  // Pages contain the current year, and date fields whose latest date is today. All pages therefore expire at midnight.
  let renderedOn = todayInBrasilia(now());
  function invalidateAtMidnight() {
    const today = todayInBrasilia(now());
    if (renderedOn === today) return;
    renderedOn = today;
    cache.invalidate(null);
  }

  return {
    /**
     * Returns the page, which is rendered once per change of content. Parts of `search` that do not change the page are
     * ignored. @throws the errors of `renderPage`.
     */
    async get(path: string, search = ""): Promise<CachedPage> {
      onRead?.();
      invalidateAtMidnight();
      const query = await shownQuery(path, search, source);
      if (await isKnown(path)) return cache.get(path + query);
      // An editor may have unpublished the page at this path, so the cache drops its stored copy.
      cache.forget(path);
      return cache.get(NOT_FOUND_KEY);
    },
    /** Returns the path in lower case when a page exists only at the lower-case path. Returns other paths unchanged. */
    async nameOf(path: string): Promise<string> {
      const lowerCase = path.toLowerCase();
      // A path that exists in this spelling is never redirected, which prevents redirect loops.
      if (path === lowerCase || (await isKnown(path))) return path;
      return (await isKnown(lowerCase)) ? lowerCase : path;
    },
    /** Returns the data from which a version was rendered; undefined when the data is no longer stored. */
    dataOf: (version: string) => versions.get(version),
    invalidate: cache.invalidate,
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

/** Converts the URL path of page data into the path of the page. */
export function pagePathOfDataPath(path: string): string {
  return path.slice(dataPathPrefix.length) || "/";
}

/**
 * Returns the query parameter that changes the page: the product on the contact page, for visitors without JavaScript.
 * Other parameters are ignored, so that they create no cache entries.
 */
async function shownQuery(path: string, search: string, source: ContentSource): Promise<string> {
  const slug = path === paths.contact && new URLSearchParams(search).get(productParameter);
  if (!slug) return "";
  // If the list of published paths cannot be read, the page is shown without the selected product.
  const published = await readPublishedPaths(source).catch(() => undefined);
  return published?.products.has(`/${slug}`) ? `?${productParameter}=${slug}` : "";
}
