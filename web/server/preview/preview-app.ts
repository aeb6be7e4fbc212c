import type { SanityClient } from "@sanity/client";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { PublicSettings } from "../../app/layout-content.ts";
import {
  dataPathPrefix,
  livePath,
  type PageDataReply,
  versionParameter,
} from "../../app/page-state.ts";
import { pathWithinSite } from "../../config/path-within-site.ts";
import { paths, previewPaths, specimenPath } from "../../config/paths.ts";
import { imagePath } from "../../content/images.tsx";
import { pagePathOfDataPath } from "../cache/page-cache.ts";
import { plainReply, transportHeaders } from "../http/security-headers.ts";
import { manifestPath } from "../http/search-files.ts";
import { keepStreamOpen } from "../http/streams.ts";
import { respondWithFile, type StaticFiles } from "../http/static-files.ts";
import { createContentImages } from "../images/content-images.ts";
import { createUsedImages, imageDocumentsQuery } from "../images/used-images.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import { createPreviewSource, isMarked } from "./preview-source.ts";
import { createPreviewAccess, createPreviewSessions } from "./preview-access.ts";
import {
  type PreviewPages,
  createPreviewPages,
  previewHeaders,
  noStoreHeaders,
  incompletePage,
} from "./preview-pages.ts";

/** Paths that answer editors and visitors in the same way. */
const sharedPaths = ["/robots.txt", "/sitemap.xml", manifestPath, specimenPath];
const replyHeaders = { ...transportHeaders, ...noStoreHeaders };

interface PreviewParts {
  /** Sanity client of the public site. */
  client: SanityClient;
  token: string;
  studioUrl: string;
  settings: PublicSettings;
  html: HtmlDocument;
  files: { client: StaticFiles; overlay: StaticFiles };
  imageService: string;
  networkOf: (context: Context) => string;
  stopping: AbortSignal;
}

/** Creates the site with drafts for editors. Requests without a preview session go to the public site. */
export function createPreview(parts: PreviewParts): { app: Hono; close(): void } {
  const { token, studioUrl, settings, html, files, networkOf } = parts;
  // This client reads drafts. Invisible characters in each text tell the studio's overlay the field of the text.
  const stega = { enabled: true, studioUrl, filter: isMarked };
  const client = parts.client.withConfig({ token, stega });
  const site = { studioUrl, encrypted: settings.origin.startsWith("https:") };
  const sessions = createPreviewSessions(token);
  const pages = createPreviewPages(client, settings);
  const updates = createPreviewUpdates(client);
  const streamVersions = createVersionStream(pages, updates, parts.stopping);
  const app = new Hono();
  app.route("/", createPreviewAccess({ client, sessions, siteUrl: settings.origin, networkOf }));

  async function answerPage({ req }: Context, perspective: string): Promise<Response> {
    const { pathname, search } = new URL(req.url);
    const page = await pages.render(pathname + search, perspective);
    if (page?.kind === "redirect") {
      return new Response(null, { status: 302, headers: { ...replyHeaders, location: page.to } });
    }
    const { markup, styleHash } = page
      ? html.render(page, { perspective })
      : { markup: incompletePage, styleHash: "" };
    const hashes = { scriptHash: html.scriptHash, styleHash };
    const headers = previewHeaders(hashes, settings.backend, site);
    return new Response(markup, { status: page?.status ?? 200, headers });
  }

  async function answerData({ req }: Context, perspective: string): Promise<Response> {
    const version = req.query(versionParameter);
    const state = version ? pages.stateOf(version) : undefined;
    if (version && !state) return plainReply("Versão esquecida", 410);
    const path = pagePathOfDataPath(req.path);
    const known = state ?? pages.takeAnnounced(path, perspective);
    const page = known ?? (await pages.render(path, perspective));
    if (!page) return plainReply("Rascunho incompleto", 503);
    const reply: PageDataReply =
      "kind" in page ? (page.kind === "page" ? page.state : { redirect: page.to }) : page;
    return Response.json(reply, { headers: replyHeaders });
  }

  /** Draft images have a separate handler, because visitors may not request draft images. */
  const answerImage = createContentImages(
    parts.imageService,
    createUsedImages(async () => (await drafts.read(imageDocumentsQuery)).result),
  );
  const drafts = createPreviewSource(client.withConfig({ stega: false }), "drafts");

  app.get("*", async (c, next) => {
    const { path } = c.req;
    if (files.client.has(path) || sharedPaths.includes(path)) return next();
    const perspective = await sessions.perspectiveOf(c);
    if (!perspective) return next();
    if (path.startsWith(`${previewPaths.files}/`)) {
      const file = respondWithFile(c.req.raw, files.overlay, path.slice(previewPaths.files.length));
      file?.headers.set("cache-control", "private, no-cache");
      return file ?? plainReply("Não encontrado", 404);
    }
    if (path === livePath) return streamVersions(c, perspective);
    if (path.startsWith(`${dataPathPrefix}/`)) return answerData(c, perspective);
    const [, asset, file] = path.startsWith(`${imagePath}/`) ? path.slice(1).split("/") : [];
    if (asset && file && !asset.startsWith("pagina")) {
      const image = await answerImage(asset, file, c.req.query("rect"));
      image.headers.set("cache-control", "private, max-age=3600");
      return image;
    }
    if (path.startsWith("/imagens/")) return next();
    return answerPage(c, perspective);
  });

  return { app, close: () => updates.close() };
}

const RECONNECT_MS = 2_000;

/** Follows changes of drafts and published content while at least one preview page is open. */
function createPreviewUpdates(client: SanityClient) {
  const listeners = new Set<() => void>();
  let stream: { unsubscribe(): void } | undefined;
  let reconnect: NodeJS.Timeout | undefined;

  const notifyAll = () => listeners.forEach((onChange) => onChange());

  function connect() {
    stream = client.live.events({ includeDrafts: true }).subscribe({
      // The first event after a reconnection also calls the listeners, because content may have changed meanwhile.
      next: notifyAll,
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
    /** Calls `onChange` after each change of content. Returns a function that ends the subscription. */
    subscribe(onChange: () => void): () => void {
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

/** Creates the event stream of a preview page, which sends the page's version at once and after each change. */
function createVersionStream(
  pages: PreviewPages,
  updates: ReturnType<typeof createPreviewUpdates>,
  stopping: AbortSignal,
) {
  return (context: Context, perspective: string): Response => {
    const path = pathWithinSite(context.req.query("caminho") ?? "") ?? paths.home;
    for (const [name, value] of Object.entries(replyHeaders)) {
      context.header(name, value);
    }
    return streamSSE(context, async (stream) => {
      let sent: string | undefined;
      let changes = 0;
      async function sendVersion(): Promise<void> {
        changes += 1;
        // Changes during a rendering are counted, and together cause one more rendering afterwards.
        if (changes > 1) return;
        for (let seen = 0; seen < changes;) {
          seen = changes;
          const page = await pages.render(path, perspective);
          if (page?.kind !== "page" || page.state.version === sent) continue;
          const isFirst = sent === undefined;
          sent = page.state.version;
          // The open page already shows the first version and will not request its data.
          if (!isFirst) pages.announce(path, perspective, page.state);
          await stream.writeSSE({ data: sent });
        }
        changes = 0;
      }
      const end = updates.subscribe(() => void sendVersion());
      void sendVersion();
      await keepStreamOpen(stream, stopping);
      end();
    });
  };
}
