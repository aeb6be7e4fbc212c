import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { dataPathPrefix, livePath, versionParameter } from "../../../web/app/page-state.ts";
import { publicPaths } from "../../site/site-paths.ts";
import { ask, expectAnswer, open } from "./ask.ts";
import type { Load } from "./paced-load.ts";
import { oneOf } from "./page-visits.ts";

const FIRST_EVENT_MS = 30_000;
/** Minimum and maximum time for which a person looks at a page. */
const VISIT_MS = { least: 5_000, most: 45_000 };

/**
 * Opens pages at a steady rate. Each page stays open for a while and fetches the changes that the event stream
 * announces. `counts` holds the totals of all pages.
 */
export function openPages(siteUrl: string, perSecond: number, ending: AbortSignal) {
  const counts = { opened: 0, events: 0, open: 0, mostOpen: 0 };
  const load: Load = {
    name: "pages kept open",
    perSecond,
    async run() {
      counts.opened += 1;
      counts.open += 1;
      counts.mostOpen = Math.max(counts.mostOpen, counts.open);
      try {
        await visit();
      } finally {
        counts.open -= 1;
      }
    },
  };

  async function visit(): Promise<void> {
    const path = oneOf(publicPaths);
    const leaving = new AbortController();
    const url = `${siteUrl}${livePath}?caminho=${encodeURIComponent(path)}`;
    const stream = await open(url, {}, { agent: false, signal: leaving.signal });
    if (stream.statusCode !== 200) throw new Error(`The stream of ${path}: ${stream.statusCode}`);

    let fetching = Promise.resolve();
    let failure: unknown;
    const { promise: first, resolve } = Promise.withResolvers<true>();
    const lines = createInterface({ input: stream });
    lines.on("line", (line) => {
      const version = /^data: (.+)$/.exec(line)?.[1];
      if (!version) return;
      counts.events += 1;
      resolve(true);
      const fetched = fetchPage(siteUrl, path, version).catch((error: unknown) => {
        failure ??= error;
      });
      fetching = fetching.then(() => fetched);
    });
    // An error also resolves this promise, because the test itself may abort the HTTP request of the stream.
    const ended = new Promise<false>((end) => {
      stream.once("close", () => end(false));
      stream.once("error", () => end(false));
      lines.once("error", () => end(false));
    });

    const isAnnounced = await Promise.race([first, ended, delay(FIRST_EVENT_MS, "late" as const)]);
    if (isAnnounced !== true)
      throw new Error(`The stream of ${path} announced no version (${isAnnounced})`);
    const { least, most } = VISIT_MS;
    const looking = delay(least + Math.random() * (most - least), true, { signal: ending });
    const stayed = await Promise.race([looking.catch(() => true), ended]);
    leaving.abort();
    await fetching;
    if (failure) throw failure;
    if (!stayed) throw new Error(`The stream of ${path} was cut`);
  }

  return { load, counts };
}

async function fetchPage(siteUrl: string, path: string, version: string): Promise<void> {
  const data = `${dataPathPrefix}${path === "/" ? "" : path}?${versionParameter}=${encodeURIComponent(version)}`;
  expectAnswer(data, await ask(siteUrl + data), 200, `"version":"${version}"`);
}
