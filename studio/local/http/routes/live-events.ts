import { ApiError, notImitated } from "../api-error.ts";
import { type CommittedTransaction, isPublicId } from "../../documents/document.ts";
import { type Endpoint, isTrue, type RequestContext } from "../endpoint.ts";
import { openEventStream } from "../event-streams.ts";
import { readTransactions } from "../../documents/history.ts";
import type { Lake } from "../../lake.ts";
import { tagsOfChange } from "../../query/sync-tags.ts";

/** More missed transactions than this are not replayed: the client starts over. */
const REPLAY_LIMIT = 500;

function liveEvents(context: RequestContext, lake: Lake): Promise<Response> {
  const withDrafts = isTrue(context, "includeDrafts");
  if (withDrafts && context.get("role") === "visitor") {
    throw new ApiError(401, "unauthorizedError", "Drafts are for editors only");
  }
  if (context.req.query("waitFor") !== undefined) throw notImitated("waiting for functions");
  const lastEventId = context.req.header("last-event-id");

  return lake.streams.admit(context.req.raw, (onClose) => {
    const unsubscribe = lake.store.subscribe((transaction) => announce(transaction));
    const stream = openEventStream(() => {
      unsubscribe();
      onClose();
    });
    const announce = (transaction: CommittedTransaction) => {
      const tags = tagsOf(transaction, withDrafts);
      if (tags.length === 0) return;
      stream.send({
        event: "message",
        id: eventId(lake, transaction.sequence),
        data: { tags },
      });
    };
    const missed = missedSince(lake, lastEventId);
    const id = eventId(lake, missed?.[0] ? missed[0].sequence - 1 : lake.store.sequence);
    stream.send({ event: "welcome", id, data: {} });
    if (!missed) stream.send({ event: "restart", id, data: {} });
    for (const transaction of missed ?? []) announce(transaction);
    return stream.response;
  });
}

function tagsOf({ changes }: CommittedTransaction, withDrafts: boolean): string[] {
  const visible = changes.filter(({ documentId }) => withDrafts || isPublicId(documentId));
  return [...new Set(visible.flatMap(tagsOfChange))];
}

/** The epoch keeps the ids of an older data directory from being taken for current ones. */
function eventId({ store }: Lake, sequence: number): string {
  return `${store.epoch}.${sequence}`;
}

/** Transactions after an event; `undefined` when its id is unknown or too old to catch up. */
function missedSince(
  { store }: Lake,
  lastEventId: string | undefined,
): CommittedTransaction[] | undefined {
  if (lastEventId === undefined) return [];
  const [epoch, number] = lastEventId.split(".");
  const sequence = Number(number);
  const known = epoch === store.epoch && sequence >= 0 && sequence <= store.sequence;
  if (!known || store.sequence - sequence > REPLAY_LIMIT) return undefined;
  return readTransactions(store, { from: sequence + 1, limit: REPLAY_LIMIT });
}

export const liveEndpoints: Endpoint[] = [
  { method: "GET", path: "/data/live/events/:dataset", access: "visitor", handle: liveEvents },
];
