import { Hono } from "hono";
import { buildId } from "../../../supabase/functions/_shared/contracts/build-id.ts";
import { healthPath, readyPath } from "../../config/paths.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import type { LiveUpdates } from "../cache/live-updates.ts";
import type { PageCache } from "../cache/page-cache.ts";
import { transportHeaders } from "./security-headers.ts";

const headers = { ...transportHeaders, "cache-control": "no-store", "x-robots-tag": "noindex" };

interface HealthParts {
  pages: Pick<PageCache, "get">;
  source: Pick<ContentSource, "status">;
  live: Pick<LiveUpdates, "status">;
  stopping: AbortSignal;
  /** The header in which the proxy in front names the visitor, if one is to. */
  addressHeader: string | undefined;
}

/** For balancers and people on call. */
export function createHealthApp(parts: HealthParts): Hono {
  const { pages, source, live, stopping, addressHeader } = parts;
  const app = new Hono();
  app.get(healthPath, (c) => {
    // Whoever asks through the proxy learns whether the limits see who asks.
    const isNamed = addressHeader !== undefined && c.req.header(addressHeader) !== undefined;
    const caller = addressHeader === undefined ? "connection" : isNamed ? "named" : "missing";
    return c.text(`ok ${buildId}`, 200, { ...headers, "x-client-address": caller });
  });
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
