import { pageSetting } from "./page-setting.ts";

/**
 * Returns the host of the local Content Lake, or undefined for hosted Sanity. The server of a built studio writes the
 * host into the page, because the Content Lake may run on any port. `sanity dev` reads the host from the environment.
 */
export function findContentApiHost(): string | undefined {
  return pageSetting("content-api-host") ?? (process.env.SANITY_STUDIO_API_HOST || undefined);
}
