import { pageSetting } from "../page-setting.ts";

/**
 * The public origin of the site whose pages the studio shows, or undefined where there is none. Like
 * the content API's host it comes from the server of a built studio on this machine, elsewhere from
 * the environment at build time.
 */
export function findSiteUrl(): string | undefined {
  return pageSetting("site-url") ?? (process.env.SANITY_STUDIO_SITE_URL || undefined);
}
