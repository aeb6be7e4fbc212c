import { childOf, type GroqNode, isFunctionCall, isGroqNode, walk } from "./groq-node.ts";
import { isJsonObject, type StoredDocument } from "../documents/document.ts";

/** Attribute under which a document offers its whole text; never part of a result. */
const WHOLE_TEXT = "\u0000text";

/**
 * Rewrites `x match text::query(y)`, which groq-js cannot evaluate, to `x match y`.
 * `@` on the left means every text in the document. Changes the tree in place and tells
 * whether the documents need `withWholeText`.
 */
export function rewriteTextQueries(tree: GroqNode): boolean {
  let found = false;
  walk(tree, (node) => {
    if (node.type !== "OpCall" || node["op"] !== "match") return;
    const right = childOf(node, "right");
    if (!isFunctionCall(right, "text", "query")) return;
    const [term] = Array.isArray(right?.["args"]) ? right["args"] : [];
    found = true;
    node["right"] = term;
    const left = childOf(node, "left");
    if (left) node["left"] = wholeTextOf(left);
  });
  return found;
}

function wholeTextOf(node: GroqNode): GroqNode {
  if (node.type === "This") return { type: "AccessAttribute", name: WHOLE_TEXT };
  if (node.type === "Array" && Array.isArray(node["elements"])) {
    const elements = node["elements"].filter(isGroqNode).map((element) => {
      const value = childOf(element, "value");
      return value ? { ...element, value: wholeTextOf(value) } : element;
    });
    return { ...node, elements };
  }
  return node;
}

/** A copy that answers for its whole text, hidden from projections and from JSON. */
export function withWholeText(document: StoredDocument): StoredDocument {
  return Object.defineProperty({ ...document }, WHOLE_TEXT, {
    enumerable: false,
    get: () => textsIn(document).join(" "),
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name.startsWith("_") ? [] : textsIn(item),
  );
}
