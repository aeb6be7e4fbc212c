import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { logLine } from "../config/log.ts";
import { parseServerEnv } from "../config/server-env.ts";
import {
  createContentClient,
  createContentSource,
  formatContentSnapshot,
} from "../content/source/content-source.ts";
import { homeAliases } from "../pages/published/published-route.ts";
import { pagesByPath } from "../pages/pages-by-path.ts";
import { collectSnapshot, datasetOf, readStandIns, snapshotFileOf } from "./cache/snapshot.ts";
import { readSitemap } from "./http/search-files.ts";
import { publicSettings } from "./http/public-settings.ts";
import { imageDocumentsQuery } from "./images/used-images.ts";

/** This script renders every page and stores all content that pages read. The site can then start without Sanity. */
const env = parseServerEnv(process.env);
const distDirectory = join(import.meta.dirname, "..");
const standIns = await readStandIns(env, distDirectory);
const source = createContentSource(
  createContentClient({
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    apiHost: env.SANITY_API_HOST,
    token: env.SANITY_READ_TOKEN,
  }),
  standIns,
);
const paths = new Set([
  ...pagesByPath.keys(),
  ...homeAliases,
  ...(await readSitemap(source)).map(({ path }) => path),
  "/404",
]);
await source.read(imageDocumentsQuery);
const { results, failed } = await collectSnapshot(
  paths,
  publicSettings(env),
  source,
  standIns.snapshot,
);

const file = snapshotFileOf(env, distDirectory);
await writeFile(`${file}.new`, formatContentSnapshot(results, datasetOf(env)));
await rename(`${file}.new`, file);
logLine("info", "snapshot", { pages: paths.size - failed, failed });
