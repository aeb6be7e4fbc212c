import { z } from "zod";
import { draftIdOf, isPublishedId, publishedIdOf, releaseOf } from "./document.ts";
import type { Store } from "../store.ts";

const rowSchema = z.object({
  sequence: z.number(),
  id: z.string(),
  author: z.string(),
  timestamp: z.string(),
  document_id: z.string(),
  previous_rev: z.string().nullable(),
  deleted: z.number(),
});

/** What a transaction did to one document, without its content. */
type Row = z.infer<typeof rowSchema>;

/** One entry of the Studio's history panel. */
export interface HistoryEvent {
  type: string;
  documentId: string;
  timestamp: string;
  author: string;
  [attribute: string]: unknown;
}

/**
 * The life of a document, newest first, with that of the draft or the version of the id: created,
 * published, by itself or in a release, discarded, …
 */
export function readHistoryEvents(store: Store, id: string): HistoryEvent[] {
  const publishedId = publishedIdOf(id);
  const ownId = isPublishedId(id) ? draftIdOf(id) : id;
  const rows = store.database
    .prepare(
      `select sequence, id, author, timestamp, document_id, previous_rev, result is null as deleted
       from changes join transactions using (sequence)
       where document_id in (?, ?) or document_id glob ? order by sequence desc`,
    )
    .all(publishedId, ownId, `versions.*.${publishedId}`);
  const bySequence = Map.groupBy(z.array(rowSchema).parse(rows), ({ sequence }) => sequence);
  return [...bySequence.values()].flatMap((pair) => {
    const published = pair.find(({ document_id: documentId }) => documentId === publishedId);
    const released =
      published && pair.find((row) => row.deleted && releaseOf(row.document_id) !== undefined);
    const draft = released ?? pair.find(({ document_id: documentId }) => documentId === ownId);
    const event = eventOf(draft, published);
    const [first] = pair;
    if (!event || !first || (event.draftOnly && isPublishedId(id))) return [];
    const releaseId = draft && releaseOf(draft.document_id);
    return [
      {
        documentId: publishedId,
        timestamp: first.timestamp,
        author: first.author,
        ...(releaseId && { releaseId }),
        ...event.attributes,
      },
    ];
  });
}

interface EventKind {
  attributes: { type: string } & Record<string, unknown>;
  /** Of no interest to who looks at the published document. */
  draftOnly?: boolean;
}

function eventOf(draft: Row | undefined, published: Row | undefined): EventKind | undefined {
  if (published?.deleted) return deletionOf(draft, published);
  if (published && draft?.deleted) {
    return {
      attributes: {
        type: "publishDocumentVersion",
        revisionId: published.id,
        versionId: draft.document_id,
        // The Studio looks for the draft's last revision before it was published.
        versionRevisionId: draft.previous_rev,
        publishCause: {
          type: releaseOf(draft.document_id) ? "release.publish" : "document.publish",
        },
      },
    };
  }
  if (published) {
    const type = published.previous_rev === null ? "createLiveDocument" : "updateLiveDocument";
    return { attributes: { type, revisionId: published.id } };
  }
  return draft ? draftEventOf(draft) : undefined;
}

function deletionOf(draft: Row | undefined, published: Row): EventKind {
  if (!draft || draft.deleted) return { attributes: { type: "deleteDocumentGroup" } };
  return {
    attributes: {
      type: "unpublishDocument",
      versionId: draft.document_id,
      versionRevisionId: published.id,
    },
  };
}

function draftEventOf(draft: Row): EventKind | undefined {
  if (draft.deleted) {
    return {
      draftOnly: true,
      attributes: {
        type: "deleteDocumentVersion",
        versionId: draft.document_id,
        versionRevisionId: draft.previous_rev,
      },
    };
  }
  if (draft.previous_rev !== null) return undefined;
  return {
    draftOnly: true,
    attributes: {
      type: "createDocumentVersion",
      versionId: draft.document_id,
      versionRevisionId: draft.id,
    },
  };
}
