import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { ContentLake } from "../../studio/local/content-lake.ts";
import { API, createTestClient, startTestLake, temporaryDirectory, TOKEN } from "./test-lake.ts";

/** A lake for the tests of one file, started before the first and removed after the last. */
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
    /** A plain request; the path begins after the API version. */
    request: (path: string, init?: RequestInit) => fetch(running().url + API + path, init),
    asEditor: (path: string, init: RequestInit = {}) =>
      fetch(running().url + API + path, {
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      }),
  };
}
