import type { MailContext } from "./define-template.ts";

/**
 * Where a request is followed. The secret travels in the fragment, which browsers send to no server;
 * without one, as for a request that is too old, the page tells how to get a link.
 */
export async function trackingUrl(
  { siteUrl, readTrackingSecret }: MailContext,
  simulationId: string,
): Promise<string> {
  const secret = await readTrackingSecret(simulationId);
  return `${siteUrl}/acompanhar${secret === null ? "" : `#${secret}`}`;
}
