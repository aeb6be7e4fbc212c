import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SanityClient } from "@sanity/client";
import { contentApiVersion } from "../../content-api-version.ts";
import { type ContentLake, startContentLake } from "../../studio/local/content-lake.ts";

export const PROJECT = "payser-local";
export const DATASET = "production";
export const TOKEN = "test-token";
export const VIEWER_TOKEN = "viewer-token";
export const STUDIO_ORIGIN = "http://localhost:3333";
export const API = `/v${contentApiVersion}`;

/** Starts a local Content Lake with the settings that all conformance tests share, on a free port by default. */
export function startTestLake(dataDirectory: string, port = 0): Promise<ContentLake> {
  return startContentLake({
    port,
    dataDirectory,
    projectId: PROJECT,
    dataset: DATASET,
    token: TOKEN,
    viewerToken: VIEWER_TOKEN,
    studioOrigins: [STUDIO_ORIGIN],
  });
}

/** Creates a real Sanity client. The site's client has no token, and an editor's client has a token. */
export function createTestClient(url: string, token?: string): SanityClient {
  return createClient({
    projectId: PROJECT,
    dataset: DATASET,
    apiHost: url,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: contentApiVersion,
    maxRetries: 0,
    ...(token && { token }),
  });
}

export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "content-lake-"));
}

/** Returns the status and the reason of the lake's error response to a request of the Sanity client. */
export async function refusalOf(request: Promise<unknown>) {
  try {
    await request;
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) {
      return { status: error.statusCode, reason: error.message };
    }
    throw error;
  }
  throw new Error("The request was not refused");
}
