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
 * Timeouts of queries (ms). `hanging` applies while the content API hangs, so that pages with several queries stay
 * fast.
 */
const FETCH_TIMEOUT_MS = { usual: 3_000, hanging: 400 };
const MAX_REASON_LENGTH = 300;

/** Key of a result in cache, snapshot and seed: the query and its parameters. */
const keySchema = z.tuple([z.string(), z.record(z.string(), z.string())]);

const answerSchema = z
  // The query determines the type of the result, so the schema accepts any value.
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
   * Returns a cached result until an event with one of its tags makes the result stale. When the content API fails,
   * returns the last good result, or else the result in the snapshot. The seed supplies missing texts. @throws
   * ContentFailure when there is no result at all.
   */
  read<Query extends string>(
    query: Query,
    params?: Record<string, string>,
  ): Promise<ContentReply<ClientReturn<Query>>>;
  /** Marks results that have one of the tags as stale; null marks all results. */
  invalidate(tags: readonly string[] | null, eventId?: string): void;
  /** Returns all cached results. A later start of the site can use them when the content API is down. */
  snapshot(): ContentSnapshot;
  /** Returns the place from which content currently comes; null before the first read. */
  status(): ContentStatus | null;
  /** Repeats the last failed query, so that a recovery does not wait for a visit. Does nothing while the API works. */
  recheck(): Promise<void>;
}

/** Place from which content currently comes: the content API, the cache or the snapshot. */
export interface ContentStatus {
  readonly from: "live" | "cache" | "snapshot";
  readonly since: Date;
}

/** Fallback content, which is used when published content is missing. */
export interface StandIns {
  /** Results for a start of the site while the content API is down. */
  snapshot: ContentSnapshot;
  /** Texts that replace missing texts of published documents. */
  seed: SeedResults;
}

/** Creates a source of published content with a cache. Events of the content API make cached results stale. */
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

  /** Fills in missing texts. @throws MissingDocument when a document that must exist is not published */
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
      // If the query has succeeded before, the cache catches this error and returns the last good result.
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

/** Parses a response with status 200, which may come from a proxy. @throws Error that names the invalid field */
function parseContentAnswer(body: unknown): ContentAnswer {
  const parsed = answerSchema.safeParse(body);
  if (parsed.success) return { result: parsed.data.result, tags: parsed.data.syncTags };
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? issue.path.join(".") : "answer";
  throw new Error(`Not an answer of the content API: ${place}: ${issue?.message}`);
}

/**
 * Creates a source that serves only fallback content and logs nothing. The site uses this source for a page that it
 * cannot render from the published content.
 */
export function createStandInSource(standIns: StandIns): ContentSource {
  const unavailable = { fetch: () => Promise.reject(new Error("Only the snapshot is read")) };
  return createContentSource(unavailable, standIns, () => {});
}

export interface ContentClientSettings {
  projectId: string;
  dataset: string;
  apiHost: string | undefined;
  token: string | undefined;
}

/**
 * Time (ms) without data after which an event stream counts as lost. Idle streams send a comment every 15 s
 * (`studio/local/http/event-streams.ts`).
 */
const SILENCE_MS = 45_000;

/** Creates a Sanity client that sees only published documents. `apiHost` is used instead of Sanity's own host. */
export function createContentClient(settings: ContentClientSettings): SanityClient {
  const { projectId, dataset, apiHost, token } = settings;
  const client = createClient({
    projectId,
    dataset,
    apiVersion: contentApiVersion,
    perspective: "published",
    // Sanity's CDN is not used, because its content may be older. Events keep our own cache fresh.
    useCdn: false,
    // There is only one retry, because visitors wait during retries and the site can show older content instead.
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
 * Wraps `fetch` so that an event stream without data fails and the client opens it again. Also answers the client's
 * CORS check. If the API hung during this check, the client would give up the stream forever.
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
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        timer.refresh();
        controller.enqueue(piece);
      },
    });
    return response.body ? new Response(response.body.pipeThrough(watched), response) : response;
  };
}

const resultsSchema = z.record(
  z.string(),
  z.object({ resultJson: z.string(), tags: z.array(z.string()) }),
);
const fileSchema = z.object({ dataset: z.string(), results: resultsSchema });

/** Query results by query and parameters. The build saves the results for a start while Sanity is down. */
export type ContentSnapshot = Readonly<z.infer<typeof resultsSchema>>;

/** Formats the text of a snapshot file. `dataset` is the Sanity dataset from which the content comes. */
export function formatContentSnapshot(results: ContentSnapshot, dataset: string): string {
  return JSON.stringify({ dataset, results } satisfies z.infer<typeof fileSchema>);
}

/** Parses a snapshot file. @throws ZodError or SyntaxError if damaged, Error if made for another dataset */
export function parseContentSnapshot(text: string, dataset: string): ContentSnapshot {
  const file = fileSchema.parse(JSON.parse(text));
  if (file.dataset !== dataset) throw new Error(`It holds the content of ${file.dataset}`);
  return file.results;
}

/**
 * Time (ms) after a failure during which only the success of a failed query ends the outage. Afterwards, the success of
 * any query ends the outage.
 */
const FORGOTTEN_AFTER_MS = 10_000;

/** Creates functions that write one log line when a failure starts and one when the failure ends. */
function createContentReport(log: Log) {
  const failedAt = new Map<string, number>();
  const isLasting = () =>
    [...failedAt.values()].some((time) => Date.now() - time < FORGOTTEN_AFTER_MS);
  const missingOf = new Map<string, string>();
  const gapsOf = new Map<string, ReadonlySet<string>>();

  return {
    /** Reports that the content API gave no usable response. */
    unavailable(key: string, document: string, reason: string): void {
      if (!isLasting()) log("error", "content-unavailable", { document, reason });
      failedAt.set(key, Date.now());
    },
    answered(key: string): void {
      if (failedAt.size === 0 || (isLasting() && !failedAt.has(key))) return;
      failedAt.clear();
      log("info", "content-back");
    },
    missing(key: string, document: string): void {
      const isKnown = [...missingOf.values()].includes(document);
      missingOf.set(key, document);
      if (!isKnown) log("error", "document-missing", { document });
    },
    /** Reports that all documents of the result exist. `gaps` are the texts that these documents lack. */
    complete(key: string, gaps: readonly Gap[]): void {
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
