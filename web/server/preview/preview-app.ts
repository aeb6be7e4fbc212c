import type { SanityClient } from "@sanity/client";
import { type Context, Hono } from "hono";
import type { PublicSettings } from "../../app/layout-content.ts";
import {
  dataPathPrefix,
  livePath,
  type PageDataReply,
  versionParameter,
} from "../../app/page-state.ts";
import { previewPaths, specimenPath } from "../../config/paths.ts";
import { imagePath } from "../../content/images.tsx";
import { pagePathOfDataPath } from "../cache/page-cache.ts";
import { plainReply, transportHeaders } from "../http/security-headers.ts";
import { manifestPath } from "../http/search-files.ts";
import { respondWithFile, type StaticFiles } from "../http/static-files.ts";
import { createContentImages } from "../images/content-images.ts";
import { createUsedImages, imageDocumentsQuery } from "../images/used-images.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import { createPreviewSource, isMarked } from "./preview-source.ts";
import { createPreviewAccess, createPreviewSessions } from "./preview-access.ts";
import { createPreviewPages, previewHeaders, unkeptHeaders, unshownPage } from "./preview-pages.ts";
import { createPreviewUpdates, createVersionStream } from "./preview-updates.ts";

/** What does not differ for an editor. */
const sharedPaths = ["/robots.txt", "/sitemap.xml", manifestPath, specimenPath];
const keepNothing = { ...transportHeaders, ...unkeptHeaders };

interface PreviewParts {
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

/** A client that sees drafts, and whose texts tell the studio's overlay where they come from. */
export function createPreviewClient(
  client: SanityClient,
  token: string,
  studioUrl: string,
): SanityClient {
  return client.withConfig({ token, stega: { enabled: true, studioUrl, filter: isMarked } });
}

/**
 * The site as editors see it: with their drafts, as it is in this moment, in the studio's frame.
 * Whoever has no session of theirs goes on to the visitors' site.
 */
export function createPreview(parts: PreviewParts): { app: Hono; close(): void } {
  const { client, token, studioUrl, settings, html, files, networkOf } = parts;
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
      return new Response(null, { status: 302, headers: { ...keepNothing, location: page.to } });
    }
    const { markup, styleHash } = page
      ? html.render(page, { perspective })
      : { markup: unshownPage, styleHash: "" };
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
    return Response.json(reply, { headers: keepNothing });
  }

  /** Images of drafts are not among those that visitors may ask for. */
  const images = createContentImages(
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
      const image = await images.respond(asset, file, c.req.query("rect"));
      image.headers.set("cache-control", "private, max-age=3600");
      return image;
    }
    if (path.startsWith("/imagens/")) return next();
    return answerPage(c, perspective);
  });

  return { app, close: () => updates.close() };
}
