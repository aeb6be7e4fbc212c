import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseServerEnv } from "../config/server-env.ts";
import { createContentClient } from "../content/content-client.ts";
import { createContentSource } from "../content/content-source.ts";
import { sitemapQuery } from "../content/queries/sitemap-query.ts";
import { homeAliases } from "../config/paths.ts";
import { pagePaths } from "../app/page-paths.ts";
import { publicSettings } from "./public-settings.ts";
import { renderPage } from "./render-page.tsx";
import { imageDocumentsQuery } from "./used-images.ts";

/** Renders every page once and keeps what was read, for a cold start while Sanity is away. */
const env = parseServerEnv(process.env);
const source = createContentSource(
  createContentClient({
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    apiHost: env.SANITY_API_HOST,
    token: env.SANITY_READ_TOKEN,
  }),
);
const published = await source.read(sitemapQuery);
const paths = new Set([
  ...Object.values(pagePaths),
  ...homeAliases,
  ...published.result.map(({ path }) => path),
  "/404",
]);
for (const path of paths) await renderPage(path, publicSettings(env), source);
await source.read(imageDocumentsQuery);

const file = env.SNAPSHOT_FILE ?? join(import.meta.dirname, "../snapshot.json");
await writeFile(`${file}.new`, JSON.stringify(source.snapshot()));
await rename(`${file}.new`, file);
console.info(JSON.stringify({ event: "snapshot", pages: paths.size }));
