import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { dataPathPrefix, livePath, versionParameter } from "../../../web/app/page-state.ts";
import { publicPaths } from "../../site/site-paths.ts";
import { ask, expectAnswer, open } from "./ask.ts";
import type { Load } from "./paced-load.ts";
import { oneOf } from "./page-visits.ts";

const FIRST_EVENT_MS = 30_000;
/** How long somebody looks at a page. */
const VISIT_MS = { least: 5_000, most: 45_000 };

/**
 * People who open a page, listen for changes and leave, so many in a second; each fetches what the
 * stream tells of, as a page does. `counts` has what there was in all.
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
    // Aborting our own request is no failure of the stream.
    const ended = new Promise<false>((end) => {
      stream.once("close", () => end(false));
      stream.once("error", () => end(false));
      lines.once("error", () => end(false));
    });

    const isHeard = await Promise.race([first, ended, delay(FIRST_EVENT_MS, "late" as const)]);
    if (isHeard !== true) throw new Error(`The stream of ${path} told no version (${isHeard})`);
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
