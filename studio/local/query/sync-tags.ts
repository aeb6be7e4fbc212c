import { createHash } from "node:crypto";
import { type Change, publishedIdOf } from "../documents/document.ts";
import {
  type GroqNode,
  childOf,
  childrenOf,
  isFunctionCall,
  isGroqNode,
  withoutGroups,
} from "./groq-query.ts";
import { referencesIn } from "../documents/references.ts";

/**
 * Label of every change. A query that cannot be analysed also gets this label, so that each change invalidates the
 * query. A tag is the hash of a label.
 */
const ANYTHING = "any";

/** Prefixes of labels, from the most precise kind of label to the least precise. */
const PRECISION = ["id:", "ref:", "type:"];

/**
 * Returns the tags of a query. A change can alter the query's answer only if the change has one of these tags. @param
 * tree syntax tree in which parameters are replaced by values @param dereferenced ids of the references that the query
 * followed
 */
export function tagsOfQuery(tree: GroqNode, dereferenced: Iterable<string>): string[] {
  const labels = new Set([...dereferenced].map((id) => `id:${publishedIdOf(id)}`));
  collect(tree, labels);
  return [...labels].map(hash);
}

/** Returns the tags of a change: the document's id, and its types and references before and after the change. */
export function tagsOfChange({ documentId, before, after }: Change): string[] {
  const labels = new Set([ANYTHING, `id:${publishedIdOf(documentId)}`]);
  for (const document of [before, after]) {
    if (!document) continue;
    labels.add(`type:${document._type}`);
    for (const target of referencesIn(document)) labels.add(`ref:${publishedIdOf(target)}`);
  }
  return [...labels].map(hash);
}

function hash(label: string): string {
  return `s1:${createHash("sha256").update(label).digest("base64url").slice(0, 12)}`;
}

function collect(node: GroqNode, labels: Set<string>): void {
  const source = node.type === "Filter" ? readFilters(node) : undefined;
  if (source) {
    for (const label of mostPrecise(source.conditions)) labels.add(label);
    for (const condition of source.conditions) collect(condition, labels);
    return;
  }
  if (node.type === "Everything") labels.add(ANYTHING);
  if (isFunctionCall(node, "releases", "all")) labels.add("type:system.release");
  for (const child of childrenOf(node)) collect(child, labels);
}

/** Returns the conditions of `*[a][b]`; `undefined` when the filters do not apply to the whole dataset. */
function readFilters(node: GroqNode): { conditions: GroqNode[] } | undefined {
  const conditions: GroqNode[] = [];
  let base: GroqNode | undefined = node;
  while (base?.type === "Filter") {
    const condition = childOf(base, "expr");
    if (condition) conditions.push(condition);
    base = withoutGroups(childOf(base, "base"));
  }
  return base?.type === "Everything" ? { conditions } : undefined;
}

/**
 * Returns the labels of the most precise condition. A change to a document without these labels cannot alter the
 * answer, because a document in the answer meets all conditions.
 */
function mostPrecise(conditions: GroqNode[]): string[] {
  const bounds = conditions.flatMap((condition) => {
    const bound = boundOf(condition);
    return bound ? [bound] : [];
  });
  const rankOf = (bound: string[]) =>
    Math.max(-1, ...bound.map((label) => PRECISION.findIndex((kind) => label.startsWith(kind))));
  bounds.sort((left, right) => rankOf(left) - rankOf(right));
  return bounds[0] ?? [ANYTHING];
}

/**
 * Returns labels for a condition; `undefined` when unknown. Every document that passes the condition has at least one
 * of the labels.
 */
function boundOf(condition: GroqNode): string[] | undefined {
  const node = withoutGroups(condition);
  if (!node) return undefined;
  const left = childOf(node, "left");
  const right = childOf(node, "right");
  if (left && right && node.type === "And") return mostPreciseOrNone([left, right]);
  if (left && right && node.type === "Or") {
    const bounds = [boundOf(left), boundOf(right)];
    return bounds.every((bound) => bound !== undefined) ? bounds.flat() : undefined;
  }
  if (left && right && node.type === "OpCall" && node["op"] === "==") {
    return labelsOf(left, right) ?? labelsOf(right, left);
  }
  if (left && right && node.type === "OpCall" && node["op"] === "in") return labelsOf(left, right);
  if (isFunctionCall(node, "global", "references")) return argumentLabels(node, "ref:");
  if (isFunctionCall(node, "sanity", "versionOf")) return argumentLabels(node, "id:");
  return undefined;
}

function mostPreciseOrNone(conditions: GroqNode[]): string[] | undefined {
  const bound = mostPrecise(conditions);
  return bound[0] === ANYTHING ? undefined : bound;
}

function argumentLabels(node: GroqNode, kind: string): string[] | undefined {
  const values = Array.isArray(node["args"]) ? node["args"].map(constantsOf) : [];
  return values.every((value) => value !== undefined) ? toLabels(kind, values.flat()) : undefined;
}

function labelsOf(attribute: GroqNode, constant: GroqNode): string[] | undefined {
  const base = childOf(attribute, "base");
  if (attribute.type !== "AccessAttribute" || (base && base.type !== "This")) return undefined;
  const values = constantsOf(constant);
  if (!values) return undefined;
  if (attribute["name"] === "_id") return toLabels("id:", values);
  return attribute["name"] === "_type" ? toLabels("type:", values) : undefined;
}

function toLabels(kind: string, values: string[]): string[] {
  return values.map((value) => kind + (kind === "type:" ? value : publishedIdOf(value)));
}

function constantsOf(node: unknown): string[] | undefined {
  if (!isGroqNode(node)) return undefined;
  if (node.type === "Value") {
    const values = [node["value"]].flat();
    return values.filter((value) => typeof value === "string");
  }
  if (node.type !== "Array" || !Array.isArray(node["elements"])) return undefined;
  const values = node["elements"].map((element) =>
    isGroqNode(element) && element["isSplat"] !== true ? constantsOf(element["value"]) : undefined,
  );
  return values.every((value) => value !== undefined) ? values.flat() : undefined;
}
