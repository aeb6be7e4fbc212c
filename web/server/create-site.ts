import type { PublicSettings } from "../app/layout-content.ts";
import type { NativeAnswer } from "../backend/call-function.ts";
import type { ServerEnv } from "../config/server-env.ts";
import {
  type ContentSource,
  type StandIns,
  createContentClient,
  createContentSource,
  createStandInSource,
} from "../content/source/content-source.ts";
import { createClientNetwork } from "./http/limits.ts";
import { createContentImages } from "./images/content-images.ts";
import { createDrawSpecimen } from "./render/draw-specimen.ts";
import { renderPage } from "./render/render-page.tsx";
import {
  createHtmlDocument,
  type BrowserAssets,
  type HtmlDocument,
} from "./render/html-document.ts";
import { createPreview } from "./preview/preview-app.ts";
import { chooseEdgeCache, createEdgePages } from "./edge/edge-pages.ts";
import { createLiveUpdates } from "./cache/live-updates.ts";
import { createNativeForms } from "./http/native-forms.ts";
import { createPageCards } from "./images/page-cards.ts";
import { createPageCache } from "./cache/page-cache.ts";
import { publicSettings } from "./http/public-settings.ts";
import { createSearchFiles } from "./http/search-files.ts";
import { privateHeaders, securityHeaders } from "./http/security-headers.ts";
import { createSiteApp } from "./http/site-app.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { type Metrics, watchContent } from "./telemetry/metrics.ts";
import { createUsedImages, imageDocumentsQuery } from "./images/used-images.ts";

const HOSTED_IMAGES = "https://cdn.sanity.io";

/**
 * Assembles the site. `standIns` contain content for times when Sanity does not answer, and `stopping` aborts when the
 * site begins to stop.
 */
export function createSite(
  env: ServerEnv,
  assets: BrowserAssets,
  files: { client: StaticFiles; overlay: StaticFiles },
  standIns: StandIns,
  stopping: AbortSignal,
  metrics: Metrics,
) {
  const client = createContentClient({
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    apiHost: env.SANITY_API_HOST,
    token: env.SANITY_READ_TOKEN,
  });
  const source = createContentSource(client, standIns);
  const html = createHtmlDocument(assets);
  const settings = publicSettings(env);
  const pages = createPageCache(source, settings, html, {
    older: createStandInSource(standIns),
    onRead: () => metrics.pageReads.inc(),
    onRendered: (seconds) => metrics.renders.observe(seconds),
  });
  const edge = createEdgePages(chooseEdgeCache(env.edge));
  const live = createLiveUpdates(client, source, pages, {
    onStale: edge.purge,
    onPublished: (seconds) => metrics.publishes.observe(seconds),
  });
  watchContent(metrics, source.status, live.status);
  const imageService = `${env.SANITY_API_HOST ?? HOSTED_IMAGES}/images/${env.SANITY_PROJECT_ID}/${env.SANITY_DATASET}`;
  const isUsed = createUsedImages(async () => (await source.read(imageDocumentsQuery)).result);
  const answerImage = createContentImages(imageService, isUsed);
  const networkOf = createClientNetwork(env.CLIENT_ADDRESS_HEADER);
  const { SANITY_PREVIEW_TOKEN: token, STUDIO_URL: studioUrl } = env;
  const preview =
    token && studioUrl
      ? createPreview({
          client,
          token,
          studioUrl,
          settings,
          html,
          files,
          imageService,
          networkOf,
          stopping,
        })
      : undefined;
  const app = createSiteApp({
    source,
    addressHeader: env.CLIENT_ADDRESS_HEADER,
    preview: preview?.app,
    pages,
    live,
    edge,
    html,
    backend: settings.backend,
    files: files.client,
    answerImage,
    answerCard: createPageCards(pages, answerImage),
    siteUrl: env.SITE_URL,
    encryptsSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
    networkOf,
    stopping,
    nativeForms: createNativeForms({
      settings,
      forwardKey: env.FORWARD_KEY,
      networkOf,
      answerPage: createAnswerPage(source, settings, html),
    }),
    drawSpecimen: createDrawSpecimen(source, env.SITE_URL),
    searchFiles: createSearchFiles(source, env.SITE_URL),
  });
  return {
    app,
    pages,
    source,
    close() {
      live.close();
      edge.close();
      preview?.close();
    },
  };
}

/** Creates the answer to a form posted without JavaScript. The answer shows typed values, so no cache may keep it. */
function createAnswerPage(source: ContentSource, settings: PublicSettings, html: HtmlDocument) {
  const encrypted = settings.origin.startsWith("https:");
  return async (path: string, status: number, answer: NativeAnswer): Promise<Response> => {
    const page = await renderPage(path, settings, source, answer);
    if (page.kind === "redirect") throw new Error(`${path} has a form and is a redirect`);
    const { markup, styleHash } = html.render(page, { withoutScript: true });
    return new Response(markup, {
      status,
      headers: {
        ...securityHeaders(html.scriptHash, styleHash, settings.backend, encrypted),
        "content-type": "text/html; charset=utf-8",
        ...privateHeaders,
      },
    });
  };
}
