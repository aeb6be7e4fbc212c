import { type ClientConfig, createClient, type SanityClient } from "@sanity/client";
import { contentApiVersion } from "../../content-api-version.ts";

export interface ContentClientSettings {
  projectId: string;
  dataset: string;
  apiHost: string | undefined;
  token: string | undefined;
}

/**
 * Milliseconds without a byte after which an event stream counts as lost: while nothing is published, a comment
 * comes every 15 s (`studio/local/http/event-stream.ts`). Nothing else tells of a connection whose other end is gone.
 */
const SILENCE_MS = 45_000;

/** A Sanity client that sees published documents only; `apiHost` points it at a non-hosted API. */
export function createContentClient(settings: ContentClientSettings): SanityClient {
  const { projectId, dataset, apiHost, token } = settings;
  const client = createClient({
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
  const { resolveFetch } = client.config();
  return client.withConfig({
    resolveFetch: (proxy) => failWhenSilent(resolveFetch?.(proxy) ?? fetch),
  });
}

type Fetch = ReturnType<NonNullable<ClientConfig["resolveFetch"]>>;

/**
 * Fetches as `base` does; an event stream that falls silent fails, and its reader opens it anew. The question
 * whether browsers may call, which the client asks before it tells that a stream is lost, is answered here: from
 * an API that hangs its answer would come after the stream's return, and the stream would count as lost for good.
 */
export function failWhenSilent(base: Fetch, silence = SILENCE_MS): Fetch {
  return async (input, init) => {
    if (new URL(input).pathname.endsWith("/check/cors")) return Response.json({});
    if (new Headers(init?.headers).get("accept") !== "text/event-stream") return base(input, init);
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(new Error("The event stream is silent")), silence);
    timer.unref();
    const signal = AbortSignal.any([silent.signal, ...(init?.signal ? [init.signal] : [])]);
    const response = await base(input, { ...init, signal });
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        timer.refresh();
        controller.enqueue(piece);
      },
    });
    return response.body ? new Response(response.body.pipeThrough(heard), response) : response;
  };
}
