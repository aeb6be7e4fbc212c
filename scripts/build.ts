import { buildSite } from "./build/build-site.ts";

/**
 * `npm run build` builds the site for production in `dist/web`. When SANITY_PROJECT_ID and SANITY_DATASET are set, it
 * also saves a snapshot of the published content. The site starts from the snapshot when Sanity cannot be reached.
 */
import { parseStartEnv } from "./stack/start-env.ts";
import { writeSnapshot } from "./stack/start-site.ts";

const { hosted, siteUrl, ports } = parseStartEnv(process.env);
await buildSite();
if (hosted) {
  const apiHost = process.env.SANITY_API_HOST;
  await writeSnapshot({ ...hosted, port: ports.site, siteUrl, apiHost });
} else {
  console.log("Sem SANITY_PROJECT_ID: o instantâneo do conteúdo não foi gerado.");
}
