import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { dataPathPrefix, livePath, versionParameter } from "../../app/page-state.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import { logLine, stackOf } from "../../config/log.ts";
import { specimenPath } from "../../config/paths.ts";
import { ContentFailure } from "../../content/source/content-failure.ts";
import { imagePath } from "../../content/images.tsx";
import { cardVersion, pagePathOfCard } from "../../content/page-card.ts";
import type { DrawSpecimen } from "../render/draw-specimen.ts";
import { respondWithBody } from "./encoded-body.ts";
import { createOpenStreams, holdStream } from "./streams.ts";
import type { EdgePages } from "../edge/edge-pages.ts";
import type { ContentImages } from "../images/content-images.ts";
import type { PageCards } from "../images/page-cards.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import type { LiveUpdates } from "../cache/live-updates.ts";
import { pagePathOfDataPath, type PageCache } from "../cache/page-cache.ts";
import { PageFailure } from "../render/render-markup.ts";
import {
  plainReply,
  privateHeaders,
  reportsPath,
  securityHeaders,
  subdomainsToo,
  transportHeaders,
} from "./security-headers.ts";
import { createPolicyReports } from "./policy-reports.ts";
import { respondWithFile, type StaticFiles } from "./static-files.ts";
import { manifestPath, type SearchFiles } from "./search-files.ts";

const REVALIDATE = "public, max-age=0, must-revalidate";
const IMMUTABLE = "public, max-age=31536000, immutable";
const dataHeaders = {
  ...transportHeaders,
  "content-type": "application/json; charset=utf-8",
  // The page is to be found, not what it is made from.
  "x-robots-tag": "noindex",
};
const fileHeaders = { ...transportHeaders, "cache-control": "public, max-age=3600" };

export interface SiteParts {
  /** Answers editors who see drafts, before anything else; undefined where nobody may. */
  preview: Hono | undefined;
  /** Answers balancers. */
  health: Hono;
  pages: PageCache;
  images: ContentImages;
  cards: PageCards;
  live: LiveUpdates;
  /** What a cache in front of the site may keep. */
  edge: EdgePages;
  searchFiles: SearchFiles;
  drawSpecimen: DrawSpecimen;
  files: StaticFiles;
  html: HtmlDocument;
  backend: Backend | null;
  /** Whether browsers are to encrypt what they ask of subdomains, too. */
  encryptsSubdomains: boolean;
  /** Public origin of the site. */
  siteUrl: string;
  /** Whom a limit counts as one. */
  networkOf: (context: Context) => string;
  /** Aborts when this copy stops. */
  stopping: AbortSignal;
  /** What takes the forms that browsers post by themselves, by path. */
  nativeForms: ReadonlyMap<string, (context: Context) => Promise<Response>>;
}

/** The site's HTTP interface: pages, their data, images, event stream and static files. */
export function createSiteApp(parts: SiteParts): Hono {
  const { pages, images, cards, live, edge, searchFiles, files, html, backend } = parts;
  const { networkOf, nativeForms, siteUrl, stopping } = parts;
  const app = new Hono();
  const encrypted = siteUrl.startsWith("https:");
  const takeReports = createPolicyReports(siteUrl);
  const openStreams = createOpenStreams();

  if (parts.encryptsSubdomains) {
    app.use(async (c, next) => {
      await next();
      c.res.headers.set("strict-transport-security", subdomainsToo);
    });
  }
  app.route("/", parts.health);
  if (parts.preview) app.route("/", parts.preview);
  app.get("/robots.txt", (c) => c.text(searchFiles.robots(), 200, fileHeaders));
  app.get("/sitemap.xml", async (c) => {
    const type = { "content-type": "application/xml; charset=utf-8" };
    return c.body(await searchFiles.sitemap(), 200, { ...fileHeaders, ...type });
  });
  app.get(manifestPath, async (c) => {
    const type = { "content-type": "application/manifest+json; charset=utf-8" };
    return c.body(await searchFiles.manifest(), 200, { ...fileHeaders, ...type });
  });
  app.get(specimenPath, async (c) => {
    const type = { "content-type": "application/pdf", "x-robots-tag": "noindex" };
    return respondWithBody(c.req.raw, await parts.drawSpecimen(), 200, { ...fileHeaders, ...type });
  });
  app.get(`${imagePath}/*`, (c, next) => {
    const path = pagePathOfCard(c.req.path);
    return path ? cards.respond(path, c.req.query(cardVersion)) : next();
  });
  app.get(`${imagePath}/:asset/:file`, (c) =>
    images.respond(c.req.param("asset"), c.req.param("file"), c.req.query("rect")),
  );

  app.get(livePath, (c) => {
    const path = c.req.query("caminho");
    if (!path?.startsWith("/") || path.length > 300) return plainReply("Caminho inválido", 400);
    const leave = openStreams.take(networkOf(c));
    if (!leave) return plainReply("Tente mais tarde", 503);
    for (const [name, value] of Object.entries(transportHeaders)) c.header(name, value);
    return streamSSE(c, async (stream) => {
      const end = live.subscribe(path, (version) => void stream.writeSSE({ data: version }));
      await holdStream(stream, stopping);
      end();
      leave();
    });
  });

  app.post(reportsPath, (c) => takeReports(c, networkOf(c)));

  app.get(`${dataPathPrefix}/*`, async (c) => {
    const version = c.req.query(versionParameter);
    const immutable = { ...dataHeaders, "cache-control": IMMUTABLE };
    const remembered = version && pages.dataOf(version);
    if (remembered) return respondWithBody(c.req.raw, remembered, 200, immutable);
    const path = await pages.nameOf(pagePathOfDataPath(c.req.path));
    const page = await pages.get(path);
    // Another copy of the site rendered it, or this one before its restart.
    if (page.version === version) return respondWithBody(c.req.raw, page.data, 200, immutable);
    // What the visitor has open is gone: only the page itself can say what became of it.
    if (version && (page.location || page.status !== 200)) return plainReply("Página mudada", 410);
    return respondWithBody(c.req.raw, page.data, page.location ? 200 : page.status, {
      ...dataHeaders,
      ...(!isAccountPath(path) && edge.headersFor(page)),
      "cache-control": REVALIDATE,
    });
  });

  for (const [path, take] of nativeForms) app.post(path, take);

  app.get("*", async (c) => {
    const path = c.req.path;
    const file = respondWithFile(c.req.raw, files, path);
    if (file) return file;
    // As it was sent: a decoded backslash would make the redirect lead to another host.
    const { pathname, search } = new URL(c.req.url);
    const canonical = await pages.nameOf(`/${pathname.replace(/^\/+|\/+$/g, "")}`);
    if (pathname !== canonical) return redirect(canonical + search, 301);

    const page = await pages.get(path, search);
    if (page.location) return redirect(page.location, page.status, edge.headersFor(page));
    if (page.status === 404) logLine("info", "not-found", { path });
    return respondWithBody(c.req.raw, page.html, page.status, {
      ...securityHeaders(html.scriptHash, page.styleHash, backend, encrypted),
      "content-type": "text/html; charset=utf-8",
      ...(isAccountPath(path)
        ? privateHeaders
        : { ...edge.headersFor(page), "cache-control": REVALIDATE }),
    });
  });

  app.notFound(() => plainReply("Não encontrado", 404));

  app.onError((error, c) => {
    // What pages and content lack is told once, where it was noticed.
    const isTold = error instanceof PageFailure || error instanceof ContentFailure;
    if (!isCut(error) && (!isTold || c.req.method !== "GET")) {
      const reason = error.message;
      logLine("error", "request-failed", { path: c.req.path, reason, stack: stackOf(error) });
    }
    c.header("cache-control", "no-store");
    c.header("retry-after", "5");
    for (const [name, value] of Object.entries(
      securityHeaders(html.scriptHash, "", null, encrypted),
    )) {
      c.header(name, value);
    }
    return c.html(unavailablePage, 503);
  });
  return app;
}

/** Whether the body of a request ended with its connection: nobody is there any more to be answered. */
function isCut(error: Error): boolean {
  return error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

function redirect(location: string, status: number, headers = {}): Response {
  return new Response(null, { status, headers: { ...transportHeaders, ...headers, location } });
}

/** Shown when nothing, not even older content, can be served. */
const unavailablePage = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Voltamos já | Payser</title><h1>Voltamos já</h1><p>O site está temporariamente indisponível. Tente de novo em alguns instantes.</p><p><a href="/">Tentar de novo</a></p></html>`;
