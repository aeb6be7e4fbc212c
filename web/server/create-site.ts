import type { ServerEnv } from "../config/server-env.ts";
import { createContentClient } from "../content/content-client.ts";
import {
  createContentSource,
  createStandInSource,
  type StandIns,
} from "../content/content-source.ts";
import { createAnswerPage } from "./http/answer-page.ts";
import { createClientNetwork } from "./http/client-network.ts";
import { createContentImages } from "./images/content-images.ts";
import { createHtmlDocument, type BrowserAssets } from "./render/html-document.ts";
import { createPreview, createPreviewClient } from "./preview/preview-app.ts";
import { createLiveUpdates } from "./cache/live-updates.ts";
import { createNativeForms } from "./http/native-forms.ts";
import { createPageCards } from "./images/page-cards.ts";
import { createPageCache } from "./cache/page-cache.ts";
import { publicSettings } from "./http/public-settings.ts";
import { createSearchFiles } from "./http/search-files.ts";
import { createSiteApp } from "./http/site-app.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { createUsedImages, imageDocumentsQuery } from "./images/used-images.ts";

const HOSTED_IMAGES = "https://cdn.sanity.io";

/**
 * Puts the site's parts together; `standIns` is what it shows for content that cannot be had.
 * `close` ends the event stream.
 */
export function createSite(
  env: ServerEnv,
  assets: BrowserAssets,
  files: { client: StaticFiles; overlay: StaticFiles },
  standIns: StandIns,
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
  const pages = createPageCache(source, settings, html, { older: createStandInSource(standIns) });
  const live = createLiveUpdates(client, source, pages);
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
        })
      : undefined;
  const app = createSiteApp({
    preview: preview?.app,
    pages,
    live,
    html,
    backend: settings.backend,
    files: files.client,
    images,
    cards: createPageCards(pages, images),
    siteUrl: env.SITE_URL,
    networkOf,
    nativeForms: createNativeForms({
      settings,
      forwardKey: env.FORWARD_KEY,
      networkOf,
      answerPage: createAnswerPage(source, settings, html),
    }),
    searchFiles: createSearchFiles(source, env.SITE_URL),
  });
  return {
    app,
    pages,
    source,
    close() {
      live.close();
      preview?.close();
    },
  };
}
