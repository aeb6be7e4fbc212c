import {
  type ClientConfig,
  type ClientReturn,
  type SanityClient,
  createClient,
} from "@sanity/client";
import { z } from "zod";
import { contentApiVersion } from "../../../content-api-version.ts";
import { type Log, logLine, reasonOf } from "../../config/log.ts";
import { ContentFailure, MissingDocument, documentsOfQuery } from "./content-failure.ts";
import { type Gap, type SeedResults, couldBeResult, fillFromSeed } from "./fill-from-seed.ts";
import { type Tagged, createTaggedCache } from "./tagged-cache.ts";

/**
 * Milliseconds that an answer may take, and while the content API hangs: a page may take several, one after the
 * other, and whoever waits for it waited for the first already.
 */
const FETCH_TIMEOUT_MS = { usual: 3_000, hanging: 400 };
const MAX_REASON_LENGTH = 300;

/** A query and its parameters, as the cache, the snapshot and the seed name them. */
const keySchema = z.tuple([z.string(), z.record(z.string(), z.string())]);

const answerSchema = z
  // What a result holds is typed from the schema by its query.
  .object({ result: z.any(), syncTags: z.array(z.string()), ms: z.number() })
  .refine(({ result }) => result !== undefined, { path: ["result"], message: "is missing" });

interface ContentAnswer {
  result: z.infer<typeof answerSchema>["result"];
  tags: readonly string[];
}

export interface ContentReply<Result> extends Tagged {
  readonly result: Result;
}

export interface ContentSource {
  /**
   * Answers a GROQ query from memory, refetching only after an event that concerns it. When the
   * content API fails, or a document is missing, the last good result is served, else the
   * snapshot's; texts that published content lacks are the seed's.
   * @throws ContentFailure when there is none of them.
   */
  read<Query extends string>(
    query: Query,
    params?: Record<string, string>,
  ): Promise<ContentReply<ClientReturn<Query>>>;
  /** Marks results that carry one of the tags as stale; null marks everything. */
  invalidate(tags: readonly string[] | null, eventId?: string): void;
  /** Everything held now, for a cold start without the content API. */
  snapshot(): ContentSnapshot;
  /** Where the last result came from; null before the first. */
  status(): ContentStatus | null;
  /** While it is not the content API, asks that again for what failed last; nobody need visit for it. */
  recheck(): Promise<void>;
}

/** From the content API, from what it answered before it failed, or from the snapshot. */
export interface ContentStatus {
  readonly from: "live" | "cache" | "snapshot";
  readonly since: Date;
}

/** What is shown for content that cannot be had. */
export interface StandIns {
  /** Serves a cold start while the content API is away. */
  snapshot: ContentSnapshot;
  /** Holds texts for those that published content lacks. */
  seed: SeedResults;
}

/** Reads published content through a cache that live events keep true. */
export function createContentSource(
  client: Pick<SanityClient, "fetch">,
  { snapshot = {}, seed = {} }: Partial<StandIns> = {},
  log: Log = logLine,
): ContentSource {
  const served = new Set<string>();
  const report = createContentReport(log);
  let lastEventId: string | undefined;
  let isHanging = false;
  let lastFailed: string | undefined;
  let status: ContentStatus | null = null;

  function comesFrom(from: ContentStatus["from"]): void {
    if (status?.from !== from) status = { from, since: new Date() };
  }

  async function ask(key: string, timeout = FETCH_TIMEOUT_MS[isHanging ? "hanging" : "usual"]) {
    const [query, params] = keySchema.parse(JSON.parse(key));
    const signal = AbortSignal.timeout(timeout);
    try {
      const body: unknown = await client.fetch(query, params, {
        filterResponse: false,
        signal,
        ...(lastEventId ? { lastLiveEventId: lastEventId } : {}),
      });
      const answer = parseContentAnswer(body);
      const expected = seed[key];
      if (expected && !couldBeResult(answer.result, expected)) {
        throw new Error("The result is not what the query gives");
      }
      report.answered(key);
      isHanging = false;
      comesFrom("live");
      return answer;
    } catch (error) {
      const document = documentsOfQuery(query, params);
      const reason = reasonOf(error).slice(0, MAX_REASON_LENGTH);
      report.unavailable(key, document, reason);
      isHanging ||= signal.aborted;
      lastFailed = key;
      if (served.size > 0) comesFrom("cache");
      else if (snapshot[key]) comesFrom("snapshot");
      throw new ContentFailure(document, reason, error);
    }
  }

  /** The result as a whole. @throws MissingDocument when a document of it is not published. */
  function complete<Result>(key: string, found: Result): Result {
    const [query, params] = keySchema.parse(JSON.parse(key));
    const expected = seed[key];
    if (!expected && found === null) throw new MissingDocument(documentsOfQuery(query, params));
    const { result, gaps } = expected ? fillFromSeed(found, expected) : { result: found, gaps: [] };
    report.complete(key, gaps);
    return result;
  }

  const cache = createTaggedCache(async (key) => {
    let answer: ContentAnswer | undefined;
    try {
      answer = await ask(key);
      const result = complete(key, answer.result);
      served.add(key);
      return { result, tags: answer.tags, fresh: true };
    } catch (error) {
      if (error instanceof MissingDocument) report.missing(key, error.document);
      // Rejecting makes the cache serve the last good result; the rest is for a cold start.
      if (served.has(key)) throw error;
      const saved = snapshot[key];
      if (saved) return { result: JSON.parse(saved.resultJson), tags: saved.tags, fresh: false };
      const expected = seed[key];
      if (!answer || !expected) throw error;
      const { result } = fillFromSeed(answer.result, expected, true);
      return { result, tags: answer.tags, fresh: false };
    }
  });

  return {
    status: () => status,
    read: (query, params = {}) => cache.get(JSON.stringify([query, params])),
    invalidate(tags, eventId) {
      if (eventId) lastEventId = eventId;
      cache.invalidate(tags);
    },
    async recheck() {
      if (lastFailed === undefined || status?.from === "live") return;
      await ask(lastFailed, FETCH_TIMEOUT_MS.usual).catch(() => undefined);
    },
    snapshot: () =>
      Object.fromEntries(
        cache
          .entries()
          .map(([key, { result, tags }]) => [
            key,
            { resultJson: JSON.stringify(result), tags: [...tags] },
          ]),
      ),
  };
}

/**
 * Parses what came from the content API with status 200, which may be a proxy's page instead.
 * @throws Error that names what is wrong with it.
 */
function parseContentAnswer(body: unknown): ContentAnswer {
  const parsed = answerSchema.safeParse(body);
  if (parsed.success) return { result: parsed.data.result, tags: parsed.data.syncTags };
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? issue.path.join(".") : "answer";
  throw new Error(`Not an answer of the content API: ${place}: ${issue?.message}`);
}

/** Reads from the stand-ins alone, silently: what a page is made from that fails with newer content. */
export function createStandInSource(standIns: StandIns): ContentSource {
  const away = { fetch: () => Promise.reject(new Error("Only the snapshot is asked")) };
  return createContentSource(away, standIns, () => {});
}

export interface ContentClientSettings {
  projectId: string;
  dataset: string;
  apiHost: string | undefined;
  token: string | undefined;
}

/**
 * Milliseconds without a byte after which an event stream counts as lost: while nothing is published, a comment
 * comes every 15 s (`studio/local/http/event-streams.ts`). Nothing else tells of a connection whose other end is gone.
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

const resultsSchema = z.record(
  z.string(),
  z.object({ resultJson: z.string(), tags: z.array(z.string()) }),
);
const fileSchema = z.object({ dataset: z.string(), results: resultsSchema });

/** Query results by query and parameters, written at build time for a cold start without Sanity. */
export type ContentSnapshot = Readonly<z.infer<typeof resultsSchema>>;

/** The text of a snapshot file; `dataset` tells whose content it is. */
export function formatContentSnapshot(results: ContentSnapshot, dataset: string): string {
  return JSON.stringify({ dataset, results } satisfies z.infer<typeof fileSchema>);
}

/** @throws ZodError or SyntaxError when it is damaged, Error when it is another dataset's. */
export function parseContentSnapshot(text: string, dataset: string): ContentSnapshot {
  const file = fileSchema.parse(JSON.parse(text));
  if (file.dataset !== dataset) throw new Error(`It holds the content of ${file.dataset}`);
  return file.results;
}

/** Tells the log when content begins and ceases to fail: one line per change, not per request. */
export interface ContentReport {
  /** The content API gave no answer that can be used. */
  unavailable(key: string, document: string, reason: string): void;
  answered(key: string): void;
  /** A document that must exist is not published. */
  missing(key: string, document: string): void;
  /** The result has all documents; `gaps` are the texts that it lacked. */
  complete(key: string, gaps: readonly Gap[]): void;
}

/** What failed and was not asked for again within this time no longer keeps an outage open. */
const FORGOTTEN_AFTER_MS = 10_000;

/** Follows the results by the key of their query. */
function createContentReport(log: Log): ContentReport {
  const failedAt = new Map<string, number>();
  const isLasting = () =>
    [...failedAt.values()].some((time) => Date.now() - time < FORGOTTEN_AFTER_MS);
  const missingOf = new Map<string, string>();
  const gapsOf = new Map<string, ReadonlySet<string>>();

  return {
    unavailable(key, document, reason) {
      if (!isLasting()) log("error", "content-unavailable", { document, reason });
      failedAt.set(key, Date.now());
    },
    answered(key) {
      if (failedAt.size === 0 || (isLasting() && !failedAt.has(key))) return;
      failedAt.clear();
      log("info", "content-back");
    },
    missing(key, document) {
      const isKnown = [...missingOf.values()].includes(document);
      missingOf.set(key, document);
      if (!isKnown) log("error", "document-missing", { document });
    },
    complete(key, gaps) {
      const found = missingOf.get(key);
      missingOf.delete(key);
      if (found !== undefined && ![...missingOf.values()].includes(found)) {
        log("info", "document-found", { document: found });
      }
      const known = new Set([...gapsOf.values()].flatMap((names) => [...names]));
      for (const { document, field, filled } of gaps) {
        if (known.has(`${document}.${field}`)) continue;
        log("warn", "text-missing", { document, field, shown: filled ? "seed" : "nothing" });
      }
      gapsOf.set(key, new Set(gaps.map(({ document, field }) => `${document}.${field}`)));
    },
  };
}
