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

/** The documents that a query sees, and the way to one of them by its id. */
export interface View {
  documents: StoredDocument[];
  find(id: string): StoredDocument | undefined;
}

/** Names in falling rank: "raw", "published", "drafts" or ids of releases. */
export type Perspective = readonly string[];

/** From this API version on a query without a perspective sees published documents only. */
const PUBLISHED_BY_DEFAULT_SINCE = "2025-02-19";

/**
 * Reads the `perspective` parameter: one name or a comma-separated stack.
 * Throws 400 when raw or published is mixed with others in front.
 */
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

/** The documents as the perspective shows them: the best ranked of each base id, by id. */
export function viewOf(documents: Iterable<StoredDocument>, perspective: Perspective): View {
  const visible = perspective.includes("raw") ? [...documents] : rank(documents, perspective);
  // Content Lake answers in the order of the ids where a query asks for none.
  visible.sort((left, right) => (left._id < right._id ? -1 : 1));
  const byId = new Map(visible.map((document) => [document._id, document]));
  return { documents: visible, find: (id) => byId.get(id) };
}

/** What a visitor sees, whatever the perspective asked for. */
export function publicView(documents: Iterable<StoredDocument>): View {
  const visible = [...documents].filter(({ _id: id }) => isPublicId(id));
  return viewOf(visible, ["raw"]);
}

/** Views are rebuilt only after a commit: reading is far more frequent than writing. */
export function createViewCache(store: Store): (perspective: Perspective, editor: boolean) => View {
  let sequence = -1;
  const views = new Map<string, View>();
  return (perspective, editor) => {
    if (sequence !== store.sequence) {
      views.clear();
      sequence = store.sequence;
    }
    const name = editor ? perspective.join() : "";
    const view =
      views.get(name) ??
      (editor
        ? viewOf(store.documents.values(), perspective)
        : publicView(store.documents.values()));
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

/** Place in the stack; published documents come last even when they are not listed. */
function rankOf(id: string, perspective: Perspective): number {
  if (isPublishedId(id)) return perspective.length;
  return perspective.indexOf(isDraftId(id) ? "drafts" : (releaseOf(id) ?? ""));
}
