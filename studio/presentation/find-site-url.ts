import { pageSetting } from "../page-setting.ts";

/** Returns the origin of the previewed site from the page (local build) or the environment, or undefined. */
export function findSiteUrl(): string | undefined {
  return pageSetting("site-url") ?? (process.env.SANITY_STUDIO_SITE_URL || undefined);
}
