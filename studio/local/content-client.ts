import { createClient, type SanityClient } from "@sanity/client";
import { contentApiVersion } from "../../content-api-version.ts";

/** Where content lives: a local lake at `url`, or hosted Sanity when there is none. */
export interface ContentTarget {
  url?: string | undefined;
  projectId: string;
  dataset: string;
  token: string;
}

/** A client that may write, and that sees drafts as well. */
export function createContentClient({ url, ...target }: ContentTarget): SanityClient {
  return createClient({
    ...target,
    apiVersion: contentApiVersion,
    useCdn: false,
    perspective: "raw",
    ...(url && { apiHost: url, useProjectHostname: false }),
  });
}
