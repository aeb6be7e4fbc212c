import { pageSetting } from "./page-setting.ts";

/**
 * Where the studio finds a Content Lake on this machine, or undefined for hosted Sanity.
 *
 * A built studio is served on any port, so the server that serves it names the host in its page;
 * `sanity dev` gets it from the environment.
 */
export function findContentApiHost(): string | undefined {
  return pageSetting("content-api-host") ?? (process.env.SANITY_STUDIO_API_HOST || undefined);
}
