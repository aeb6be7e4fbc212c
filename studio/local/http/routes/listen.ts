import { randomUUID } from "node:crypto";
import { ApiError } from "../api-error.ts";
import {
  type CommittedTransaction,
  type StoredDocument,
  isPublicId,
} from "../../documents/document.ts";
import { type Endpoint, type RequestContext, isTrue, readUrlQuery } from "../endpoint.ts";
import {
  type EventStream,
  openEventStream,
  type ServerSentEvent,
  streamOfOne,
} from "../event-streams.ts";
import { evaluateGroq, parseGroq } from "../../query/groq-query.ts";
import {
  type ListenerOptions,
  mutationEvents,
  readTransactions,
  sequenceOf,
} from "../../documents/history.ts";
import type { Lake } from "../../lake.ts";

/** More missed transactions than this are not replayed: the client starts over. */
const REPLAY_LIMIT = 500;

function listen(context: RequestContext, lake: Lake): Response | Promise<Response> {
  try {
    return openListener(context, lake, createFilter(context, lake));
  } catch (error) {
    // A browser cannot read the body of a refused event stream, so the reason is an event.
    if (error instanceof ApiError && error.status === 400) return streamOfOne(errorEvent(error));
    throw error;
  }
}

function errorEvent({ message, body }: ApiError): ServerSentEvent {
  return { event: "error", data: { message, ...body } };
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

  return lake.streams.admit(context.req.raw, (onClose) => {
    const unsubscribe = lake.store.subscribe((transaction) => announce(transaction));
    const stream = openEventStream(() => {
      unsubscribe();
      onClose();
    });
    const announce = (transaction: CommittedTransaction) => {
      try {
        for (const event of mutationEvents(transaction, matches, options)) {
          stream.send({ event: "mutation", id: event.eventId, data: event });
        }
      } catch (error) {
        // The filter failed on this document; the write it heard of has succeeded.
        stream.send({ event: "channelError", data: { message: messageOf(error) } });
      }
    };
    for (const missed of greet(stream, lake, resumeFrom)) announce(missed);
    return stream.response;
  });
}

/** Sends the first event and gives the transactions that a resuming client has missed. */
function greet(
  stream: EventStream,
  lake: Lake,
  resumeFrom: string | undefined,
): CommittedTransaction[] {
  const data = { listenerName: randomUUID() };
  if (resumeFrom === undefined) {
    stream.send({ event: "welcome", data });
    return [];
  }
  const sequence = sequenceOf(lake.store, resumeFrom.split("#")[0] ?? "");
  if (sequence === undefined || lake.store.sequence - sequence > REPLAY_LIMIT) {
    stream.send({ event: "reset", data });
    return [];
  }
  stream.send({ event: "welcomeback", data });
  return readTransactions(lake.store, { from: sequence + 1, limit: REPLAY_LIMIT });
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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

export const listenEndpoints: Endpoint[] = [
  { method: "GET", path: "/data/listen/:dataset", access: "visitor", handle: listen },
];
