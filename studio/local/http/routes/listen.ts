import { randomUUID } from "node:crypto";
import { ApiError, messageOf, notImitated } from "../api-error.ts";
import {
  type CommittedTransaction,
  type StoredDocument,
  isPublicId,
} from "../../documents/document.ts";
import { type Lake, type RequestContext, isTrue, readUrlQuery, get } from "../endpoint.ts";
import { type SendEvent, openEventStream, streamOfOne } from "../event-streams.ts";
import { evaluateGroq, parseGroq } from "../../query/groq-query.ts";
import {
  type ListenerOptions,
  mutationEvents,
  sequenceOf,
  transactionsSince,
} from "../../documents/history.ts";
import { tagsOfChange } from "../../query/sync-tags.ts";

type Announce = (transaction: CommittedTransaction) => void;

/**
 * Opens an event stream that reports transactions. @param begin sends the first events and returns a function that
 * sends the events of each later transaction
 */
function streamCommits(
  context: RequestContext,
  { streams, store }: Lake,
  begin: (send: SendEvent) => Announce,
): Promise<Response> {
  return streams.admit(context.req.raw, (onClose) => {
    const stream = openEventStream(() => {
      unsubscribe();
      onClose();
    });
    const unsubscribe = store.subscribe(begin(stream.send));
    return stream.response;
  });
}

function listen(context: RequestContext, lake: Lake): Response | Promise<Response> {
  try {
    return openListener(context, lake, createFilter(context, lake));
  } catch (error) {
    // The reason is sent as an event, because a browser cannot read the body of a refused event stream.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return streamOfOne({ event: "error", data: { message: error.message, ...error.body } });
  }
}

function openListener(
  context: RequestContext,
  lake: Lake,
  matches: (document: StoredDocument) => boolean,
): Promise<Response> {
  const options = readOptions(context);
  const resumeFrom = isTrue(context, "enableResume")
    ? context.req.header("last-event-id")
    : undefined;

  return streamCommits(context, lake, (send) => {
    const announce: Announce = (transaction) => {
      try {
        for (const event of mutationEvents(transaction, matches, options)) {
          send({ event: "mutation", id: event.eventId, data: event });
        }
      } catch (error) {
        // Only the listener gets this error, because the write has succeeded and only the listener's filter failed.
        send({ event: "channelError", data: { message: messageOf(error) } });
      }
    };
    for (const missed of greet(send, lake, resumeFrom)) announce(missed);
    return announce;
  });
}

/** Sends the first event of a stream. Returns the transactions that a client missed since its last connection. */
function greet(
  send: SendEvent,
  lake: Lake,
  resumeFrom: string | undefined,
): CommittedTransaction[] {
  const data = { listenerName: randomUUID() };
  if (resumeFrom === undefined) {
    send({ event: "welcome", data });
    return [];
  }
  const sequence = sequenceOf(lake.store, resumeFrom.split("#")[0] ?? "");
  const missed = sequence === undefined ? undefined : transactionsSince(lake.store, sequence);
  send({ event: missed ? "welcomeback" : "reset", data });
  return missed ?? [];
}

function createFilter(context: RequestContext, lake: Lake) {
  const { query, parameters } = readUrlQuery(context);
  const editor = context.get("role") !== "visitor";
  const parsed = parseGroq(query, parameters);
  return (document: StoredDocument): boolean => {
    if (!editor && !isPublicId(document._id)) return false;
    const { result } = evaluateGroq(parsed, parameters, {
      documents: [document],
      find: lake.view(["raw"], editor).find,
    });
    return Array.isArray(result) ? result.length > 0 : result !== null && result !== undefined;
  };
}

function readOptions(context: RequestContext): ListenerOptions {
  return {
    includeResult: isTrue(context, "includeResult"),
    includePreviousRevision: isTrue(context, "includePreviousRevision"),
    includeMutations: context.req.query("includeMutations") !== "false",
    withEffects: context.req.query("effectFormat") === "mendoza",
    visibility: context.req.query("visibility") ?? "transaction",
  };
}

function liveEvents(context: RequestContext, lake: Lake): Promise<Response> {
  const withDrafts = isTrue(context, "includeDrafts");
  if (withDrafts && context.get("role") === "visitor") {
    throw new ApiError(401, "unauthorizedError", "Drafts are for editors only");
  }
  if (context.req.query("waitFor") !== undefined) throw notImitated("waiting for functions");
  const lastEventId = context.req.header("last-event-id");

  return streamCommits(context, lake, (send) => {
    const announce: Announce = (transaction) => {
      const tags = tagsOf(transaction, withDrafts);
      if (tags.length === 0) return;
      send({ event: "message", id: eventId(lake, transaction.sequence), data: { tags } });
    };
    const missed = missedSince(lake, lastEventId);
    const id = eventId(lake, missed?.[0] ? missed[0].sequence - 1 : lake.store.sequence);
    send({ event: "welcome", id, data: {} });
    if (!missed) send({ event: "restart", id, data: {} });
    for (const transaction of missed ?? []) announce(transaction);
    return announce;
  });
}

function tagsOf({ changes }: CommittedTransaction, withDrafts: boolean): string[] {
  const visible = changes.filter(({ documentId }) => withDrafts || isPublicId(documentId));
  return [...new Set(visible.flatMap(tagsOfChange))];
}

/** Returns an event's id. The id begins with the data directory's id, so that ids of other directories are refused. */
function eventId({ store }: Lake, sequence: number): string {
  return `${store.epoch}.${sequence}`;
}

/** Returns the transactions after an event; `undefined` when the event's id is unknown or too old. */
function missedSince(
  { store }: Lake,
  lastEventId: string | undefined,
): CommittedTransaction[] | undefined {
  if (lastEventId === undefined) return [];
  const [epoch, number] = lastEventId.split(".");
  const sequence = Number(number);
  const known = epoch === store.epoch && sequence >= 0 && sequence <= store.sequence;
  return known ? transactionsSince(store, sequence) : undefined;
}

export const listenEndpoints = [
  get("/data/listen/:dataset", "visitor", listen),
  get("/data/live/events/:dataset", "visitor", liveEvents),
];
