import { isJsonObject, type StoredDocument } from "../../documents/document.ts";
import type { View } from "../perspective.ts";

/** Where a value stands: in a document, or under a name or index of what stands somewhere. */
export interface Origin {
  document: StoredDocument;
  within: Origin | undefined;
  /** A name, an index, or the index of an item that is alone in having its key. */
  segment: string | number | { key: string; index: number };
}

export interface OriginView {
  /** The same content, in objects of which each is in one place. */
  view: View;
  /** Where an object or an array of the view stands. */
  originOf(value: object): Origin | undefined;
}

/** Keys as they can be written into a path. */
const PLAIN_KEY = /^[\w-]+$/;

const known = new WeakMap<View, OriginView>();

/** Knows where everything in a view stands. Documents share parts with their drafts: these are copies. */
export function originsOf(view: View): OriginView {
  const made = known.get(view) ?? traceView(view);
  known.set(view, made);
  return made;
}

function traceView(view: View): OriginView {
  const origins = new WeakMap<object, Origin>();
  function note(value: unknown, origin: Origin): void {
    if (typeof value !== "object" || value === null) return;
    origins.set(value, origin);
    for (const { child, segment } of childrenOf(value)) {
      note(child, { document: origin.document, within: origin, segment });
    }
  }
  const documents = view.documents.map((document) => structuredClone(document));
  for (const document of documents) note(document, { document, within: undefined, segment: "" });
  const byId = new Map(documents.map((document) => [document._id, document]));
  return {
    view: { documents, find: (id) => byId.get(id) },
    originOf: (value) => origins.get(value),
  };
}

function childrenOf(value: object): { child: unknown; segment: Origin["segment"] }[] {
  if (!Array.isArray(value)) {
    return Object.entries(value).map(([segment, child]: [string, unknown]) => ({ child, segment }));
  }
  return value.map((child: unknown, index) => ({ child, segment: segmentOf(value, index) }));
}

/** How an item of a list is named: by its key, where no other item has it. */
export function segmentOf(list: readonly unknown[], index: number): Origin["segment"] {
  const key = keyOf(list[index]);
  if (key === undefined || !PLAIN_KEY.test(key)) return index;
  return list.filter((item) => keyOf(item) === key).length === 1 ? { key, index } : index;
}

function keyOf(item: unknown): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const { _key: key } = item;
  return typeof key === "string" ? key : undefined;
}

/** The path within its document in Sanity's notation; `keyed` names items by their keys. */
export function pathOf(origin: Origin, keyed: boolean): string {
  if (!origin.within) return "$";
  const { segment } = origin;
  const before = pathOf(origin.within, keyed);
  if (typeof segment === "string") return before + nameSegment(segment);
  if (typeof segment === "number") return `${before}[${segment}]`;
  return before + (keyed ? `[?(@._key=='${segment.key}')]` : `[${segment.index}]`);
}

const ESCAPED: Readonly<Record<string, string>> = {
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "'": "\\'",
  "\\": "\\\\",
};

/** A name as a segment of a path. */
export function nameSegment(name: string): string {
  return `['${name.replaceAll(/[\f\n\r\t'\\]/g, (character) => ESCAPED[character] ?? "")}']`;
}
