import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { ContentLake } from "../../studio/local/content-lake.ts";
import { API, createTestClient, startTestLake, temporaryDirectory, TOKEN } from "./test-lake.ts";

/** Starts a local Content Lake before the first test of a file, and removes the lake after the last test. */
export function useTestLake() {
  let lake: ContentLake | undefined;
  let directory = "";
  const running = () => {
    if (!lake) throw new Error("The lake runs only while tests run");
    return lake;
  };
  beforeAll(async () => {
    directory = await temporaryDirectory();
    lake = await startTestLake(directory);
  });
  afterAll(async () => {
    await lake?.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    get url() {
      return running().url;
    },
    get editor() {
      return createTestClient(running().url, TOKEN);
    },
    get visitor() {
      return createTestClient(running().url);
    },
    /** Sends an HTTP request without a token. `path` is the part of the URL after the API version. */
    request: (path: string, init?: RequestInit) => fetch(running().url + API + path, init),
    asEditor: (path: string, init: RequestInit = {}) =>
      fetch(running().url + API + path, {
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      }),
  };
}
