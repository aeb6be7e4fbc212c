import { Hono } from "hono";
import { healthPath, readyPath } from "../../config/health-paths.ts";
import type { ContentSource } from "../../content/content-source.ts";
import type { LiveUpdates } from "../cache/live-updates.ts";
import type { PageCache } from "../cache/page-cache.ts";
import { transportHeaders } from "./security-headers.ts";

const headers = { ...transportHeaders, "cache-control": "no-store", "x-robots-tag": "noindex" };

interface HealthParts {
  pages: Pick<PageCache, "get">;
  source: Pick<ContentSource, "status">;
  live: Pick<LiveUpdates, "status">;
  stopping: AbortSignal;
}

/** For balancers and people on call. */
export function createHealthApp({ pages, source, live, stopping }: HealthParts): Hono {
  const app = new Hono();
  app.get(healthPath, (c) => c.text("ok", 200, headers));
  app.get(readyPath, async (c) => {
    // Whoever asks first after a start has the front page made: content is loaded once it could be.
    const isLoaded = await pages.get("/").then(
      () => true,
      () => false,
    );
    const ready = isLoaded && !stopping.aborted;
    const state = {
      ready,
      stopping: stopping.aborted,
      content: isLoaded ? source.status() : null,
      events: live.status(),
    };
    return c.json(state, ready ? 200 : 503, headers);
  });
  return app;
}
