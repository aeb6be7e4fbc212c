import { createClient, type SanityClient } from "@sanity/client";

/** Where content lives: a local lake at `url`, or hosted Sanity when there is none. */
export interface ContentTarget {
  url?: string | undefined;
  projectId: string;
  dataset: string;
  token: string;
}

const API_VERSION = "2025-02-19";

/** A client that may write, and that sees drafts as well. */
export function createContentClient({ url, ...target }: ContentTarget): SanityClient {
  return createClient({
    ...target,
    apiVersion: API_VERSION,
    useCdn: false,
    perspective: "raw",
    ...(url && { apiHost: url, useProjectHostname: false }),
  });
}
