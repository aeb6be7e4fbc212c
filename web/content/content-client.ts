import { createClient, type SanityClient } from "@sanity/client";
import { contentApiVersion } from "../../content-api-version.ts";

export interface ContentClientSettings {
  projectId: string;
  dataset: string;
  apiHost: string | undefined;
  token: string | undefined;
}

/** A Sanity client that sees published documents only; `apiHost` points it at a non-hosted API. */
export function createContentClient(settings: ContentClientSettings): SanityClient {
  const { projectId, dataset, apiHost, token } = settings;
  return createClient({
    projectId,
    dataset,
    apiVersion: contentApiVersion,
    perspective: "published",
    // Freshness comes from our own cache and live events; the CDN would answer with older content.
    useCdn: false,
    // Visitors wait meanwhile, and there is older content to show them.
    maxRetries: 1,
    retryDelay: () => 200,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    ...(token ? { token } : {}),
  });
}
