import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { buildId } from "#contracts/build-id.ts";
import { isAccountPath } from "../../pages/pages-by-path.ts";
import { dataPathPrefix, livePath, versionParameter } from "../../app/page-state.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import { logLine, stackOf } from "../../config/log.ts";
import { healthPath, readyPath, specimenPath } from "../../config/paths.ts";
import { ContentFailure } from "../../content/source/content-failure.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { imagePath } from "../../content/images.tsx";
import { cardVersion, pagePathOfCard } from "../../content/page-card.ts";
import type { DrawSpecimen } from "../render/draw-specimen.ts";
import { respondWithBody } from "./encoded-body.ts";
import { createStreamLimit, keepStreamOpen } from "./streams.ts";
import type { EdgePages } from "../edge/edge-pages.ts";
import type { AnswerImage } from "../images/content-images.ts";
import type { AnswerCard } from "../images/page-cards.ts";
import type { HtmlDocument } from "../render/html-document.ts";
import type { LiveUpdates } from "../cache/live-updates.ts";
import { pagePathOfDataPath, type PageCache } from "../cache/page-cache.ts";
import { PageFailure } from "../render/render-page.tsx";
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
  // Search engines must index the page, not the page's data.
  "x-robots-tag": "noindex",
};
const fileHeaders = { ...transportHeaders, "cache-control": "public, max-age=3600" };

export interface SiteParts {
  /** App that shows drafts to editors and handles requests before all other routes; undefined when previews are off. */
  preview: Hono | undefined;
  source: Pick<ContentSource, "status">;
  pages: PageCache;
  answerImage: AnswerImage;
  answerCard: AnswerCard;
  live: LiveUpdates;
  edge: EdgePages;
  searchFiles: SearchFiles;
  drawSpecimen: DrawSpecimen;
  files: StaticFiles;
  html: HtmlDocument;
  backend: Backend | null;
  /** True when the HSTS header includes subdomains. */
  encryptsSubdomains: boolean;
  /** Public origin of the site, such as https://example.com. */
  siteUrl: string;
  /** Header in which the proxy in front of the site gives the visitor's address; undefined when none is configured. */
  addressHeader: string | undefined;
  /** Returns the visitor's network. Rate limits count the attempts of each network. */
  networkOf: (context: Context) => string;
  stopping: AbortSignal;
  nativeForms: ReadonlyMap<string, (context: Context) => Promise<Response>>;
}

/** Creates the HTTP interface of the site: pages, page data, images, event stream and static files. */
export function createSiteApp(parts: SiteParts): Hono {
  const { pages, live, edge, searchFiles, files, html, backend } = parts;
  const { networkOf, nativeForms, siteUrl, stopping } = parts;
  const app = new Hono();
  const encrypted = siteUrl.startsWith("https:");
  const takeReports = createPolicyReports(siteUrl);
  const openStream = createStreamLimit();

  if (parts.encryptsSubdomains) {
    app.use(async (c, next) => {
      await next();
      c.res.headers.set("strict-transport-security", subdomainsToo);
    });
  }
  addHealth(app, parts);
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
    return path ? parts.answerCard(path, c.req.query(cardVersion)) : next();
  });
  app.get(`${imagePath}/:asset/:file`, (c) =>
    parts.answerImage(c.req.param("asset"), c.req.param("file"), c.req.query("rect")),
  );

  app.get(livePath, (c) => {
    const path = c.req.query("caminho");
    if (!path?.startsWith("/") || path.length > 300) return plainReply("Caminho inválido", 400);
    const leave = openStream(networkOf(c));
    if (!leave) return plainReply("Tente mais tarde", 503);
    for (const [name, value] of Object.entries(transportHeaders)) c.header(name, value);
    return streamSSE(c, async (stream) => {
      const end = live.subscribe(path, (version) => void stream.writeSSE({ data: version }));
      await keepStreamOpen(stream, stopping);
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
    // A version that another server sent, or this one before a restart, is not stored here. It may still be current.
    if (page.version === version) return respondWithBody(c.req.raw, page.data, 200, immutable);
    // The page that the visitor has open is gone. The answer makes the browser reload and show the replacement.
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
    // The path stays undecoded, because a decoded backslash could make the redirect lead to another host.
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
    // Failures of pages and content were already logged where they happened.
    const isLogged = error instanceof PageFailure || error instanceof ContentFailure;
    if (!isCut(error) && (!isLogged || c.req.method !== "GET")) {
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

const healthHeaders = {
  ...transportHeaders,
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
};

/** Adds the health endpoints for load balancers and for people on call. */
function addHealth(app: Hono, { pages, source, live, stopping, addressHeader }: SiteParts): void {
  app.get(healthPath, (c) => {
    // The answer tells whether the proxy sends the header with the visitor's address, which the rate limits need.
    const isNamed = addressHeader !== undefined && c.req.header(addressHeader) !== undefined;
    const caller = addressHeader === undefined ? "connection" : isNamed ? "named" : "missing";
    return c.text(`ok ${buildId}`, 200, { ...healthHeaders, "x-client-address": caller });
  });
  app.get(readyPath, async (c) => {
    // The first check after a start renders the home page. Its success proves that the content is loaded.
    const isLoaded = await pages.get("/").then(
      () => true,
      () => false,
    );
    const ready = isLoaded && !stopping.aborted;
    const state = {
      ready,
      stopping: stopping.aborted,
      content: isLoaded ? source.status() : null,
      events: live.status(),
    };
    return c.json(state, ready ? 200 : 503, healthHeaders);
  });
}

/** Returns true when the client closed the connection before the whole body had arrived. */
function isCut(error: Error): boolean {
  return error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

function redirect(location: string, status: number, headers = {}): Response {
  return new Response(null, { status, headers: { ...transportHeaders, ...headers, location } });
}

/** Page for times when not even older content is available. */
const unavailablePage = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Voltamos já | Payser</title><h1>Voltamos já</h1><p>O site está temporariamente indisponível. Tente de novo em alguns instantes.</p><p><a href="/">Tentar de novo</a></p></html>`;
