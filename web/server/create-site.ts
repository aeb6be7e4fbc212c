import type { ServerEnv } from "../config/server-env.ts";
import {
  type StandIns,
  createContentClient,
  createContentSource,
  createStandInSource,
} from "../content/source/content-source.ts";
import { createAnswerPage } from "./http/answer-page.ts";
import { createClientNetwork } from "./http/limits.ts";
import { createContentImages } from "./images/content-images.ts";
import { createDrawSpecimen } from "./render/draw-specimen.ts";
import { createHtmlDocument, type BrowserAssets } from "./render/html-document.ts";
import { createPreview, createPreviewClient } from "./preview/preview-app.ts";
import { chooseEdgeCache } from "./edge/edge-caches.ts";
import { createEdgePages } from "./edge/edge-pages.ts";
import { createHealthApp } from "./http/health-app.ts";
import { createLiveUpdates } from "./cache/live-updates.ts";
import { createNativeForms } from "./http/native-forms.ts";
import { createPageCards } from "./images/page-cards.ts";
import { createPageCache } from "./cache/page-cache.ts";
import { publicSettings } from "./http/public-settings.ts";
import { createSearchFiles } from "./http/search-files.ts";
import { createSiteApp } from "./http/site-app.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { type Metrics, watchContent } from "./telemetry/metrics.ts";
import { createUsedImages, imageDocumentsQuery } from "./images/used-images.ts";

const HOSTED_IMAGES = "https://cdn.sanity.io";

/**
 * Puts the site's parts together; `standIns` is what it shows for content that cannot be had.
 * `stopping` tells when it takes no more visitors; `close` ends the event stream.
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
  const used = createUsedImages(async () => (await source.read(imageDocumentsQuery)).result);
  const images = createContentImages(imageService, used);
  const networkOf = createClientNetwork(env.CLIENT_ADDRESS_HEADER);
  const { SANITY_PREVIEW_TOKEN: token, STUDIO_URL: studioUrl } = env;
  const preview =
    token && studioUrl
      ? createPreview({
          client: createPreviewClient(client, token, studioUrl),
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
    health: createHealthApp({
      pages,
      source,
      live,
      stopping,
      addressHeader: env.CLIENT_ADDRESS_HEADER,
    }),
    preview: preview?.app,
    pages,
    live,
    edge,
    html,
    backend: settings.backend,
    files: files.client,
    images,
    cards: createPageCards(pages, images),
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
