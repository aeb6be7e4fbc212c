import { malformed } from "../http/api-error.ts";
import {
  type StoredDocument,
  isDraftId,
  isPublicId,
  isPublishedId,
  publishedIdOf,
  releaseOf,
} from "../documents/document.ts";
import type { Store } from "../store.ts";

export interface View {
  documents: StoredDocument[];
  find(id: string): StoredDocument | undefined;
}

/** Perspective of a query as names, highest priority first: "raw", "published", "drafts" or ids of Sanity releases. */
export type Perspective = readonly string[];

/** First API version in which a query without a perspective sees published documents only. */
const PUBLISHED_BY_DEFAULT_SINCE = "2025-02-19";

/** Reads `perspective`: a name or a comma list. Throws 400 for an invalid name, and for a list that contains "raw". */
export function parsePerspective(parameter: string | undefined, apiVersion: string): Perspective {
  if (!parameter) return [defaultPerspective(apiVersion)];
  const names = parameter
    .split(",")
    .map((name) => (name.trim() === "previewDrafts" ? "drafts" : name.trim()));
  if (names.some((name) => !/^[a-zA-Z0-9_-]+$/.test(name))) {
    throw malformed(`"${parameter}" is not a perspective`);
  }
  if (names.includes("raw") && names.length > 1) {
    throw malformed('The perspective "raw" cannot be part of a stack');
  }
  return names;
}

function defaultPerspective(apiVersion: string): string {
  if (apiVersion === "vX") return "published";
  return apiVersion.slice(1) >= PUBLISHED_BY_DEFAULT_SINCE ? "published" : "raw";
}

/** Returns a perspective's documents, ordered by id. Drafts and versions replace documents of lower priority. */
export function viewOf(documents: Iterable<StoredDocument>, perspective: Perspective): View {
  const visible = perspective.includes("raw") ? [...documents] : rank(documents, perspective);
  // Content Lake orders results by id when a query sets no order.
  visible.sort((left, right) => (left._id < right._id ? -1 : 1));
  const byId = new Map(visible.map((document) => [document._id, document]));
  return { documents: visible, find: (id) => byId.get(id) };
}

/** Caches views until the next commit, so that reads need not compute a view again. All visitors share one view. */
export function createViewCache(store: Store): (perspective: Perspective, editor: boolean) => View {
  let sequence = -1;
  const views = new Map<string, View>();
  return (perspective, editor) => {
    if (sequence !== store.sequence) {
      views.clear();
      sequence = store.sequence;
    }
    const name = editor ? perspective.join() : "";
    const known = views.get(name);
    if (known) return known;
    const documents = [...store.documents.values()];
    const view = editor
      ? viewOf(documents, perspective)
      : viewOf(
          documents.filter(({ _id: id }) => isPublicId(id)),
          ["raw"],
        );
    views.set(name, view);
    return view;
  };
}

function rank(documents: Iterable<StoredDocument>, perspective: Perspective): StoredDocument[] {
  if (perspective.length === 1 && perspective[0] === "published") {
    return [...documents].filter(({ _id: id }) => isPublishedId(id));
  }
  const best = new Map<string, { rank: number; document: StoredDocument }>();
  for (const document of documents) {
    const place = rankOf(document._id, perspective);
    const baseId = publishedIdOf(document._id);
    const known = best.get(baseId);
    if (place >= 0 && (!known || place < known.rank)) best.set(baseId, { rank: place, document });
  }
  return [...best].map(([baseId, { document }]) => ({
    ...document,
    _id: baseId,
    _originalId: document._id,
  }));
}

/**
 * Returns a document's priority; 0 is the highest. Published documents have the lowest priority, even when the
 * perspective does not name them.
 */
function rankOf(id: string, perspective: Perspective): number {
  if (isPublishedId(id)) return perspective.length;
  return perspective.indexOf(isDraftId(id) ? "drafts" : (releaseOf(id) ?? ""));
}
