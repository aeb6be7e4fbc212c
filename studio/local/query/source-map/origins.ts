import { isJsonObject, type StoredDocument } from "../../documents/document.ts";
import type { View } from "../perspective.ts";

/** Place of a value. The value is a whole document, or a field or list item inside another value. */
export interface Origin {
  document: StoredDocument;
  within: Origin | undefined;
  /** Field name, list index, or the index and `_key` of a list item whose key is unique. */
  segment: string | number | { key: string; index: number };
}

/** Matches keys that can be written into a path without escaping. */
const PLAIN_KEY = /^[\w-]+$/;

const known = new WeakMap<View, ReturnType<typeof traceView>>();

/** Copies a view and notes every value's place. The copy is needed because documents may share one object. */
export function originsOf(view: View) {
  const made = known.get(view) ?? traceView(view);
  known.set(view, made);
  return made;
}

function traceView(view: View) {
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
    /** View with copied documents, in which each object has exactly one place. */
    view: { documents, find: (id: string) => byId.get(id) },
    originOf: (value: object) => origins.get(value),
  };
}

function childrenOf(value: object): { child: unknown; segment: Origin["segment"] }[] {
  if (!Array.isArray(value)) {
    return Object.entries(value).map(([segment, child]: [string, unknown]) => ({ child, segment }));
  }
  return value.map((child: unknown, index) => ({ child, segment: segmentOf(value, index) }));
}

/** Returns the part of a path for a list item: the item's key when the key is unique, or else the index. */
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

/** Returns a place's path in Sanity's notation. With `keyed`, list items are named by their keys. */
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

export function nameSegment(name: string): string {
  return `['${name.replaceAll(/[\f\n\r\t'\\]/g, (character) => ESCAPED[character] ?? "")}']`;
}
