import { evaluate, evaluateSync, parse, toJS } from "groq-js";
import { type StoredDocument, isJsonObject } from "../documents/document.ts";
import { ApiError, malformed, notImitated } from "../http/api-error.ts";
import type { View } from "./perspective.ts";

/** Functions that groq-js parses but throws on when it meets them. */
const UNSUPPORTED_NAMESPACES = new Set(["documents", "geo", "media", "text", "user"]);

/** What groq-js says of `geo()`, which it does not even parse. */
const GEO_IS_UNKNOWN = /Undefined function: geo$/;

export interface GroqQuery {
  tree: GroqNode;
  searchesText: boolean;
  /** Calls `diff::…`, which groq-js evaluates only asynchronously. */
  comparesValues: boolean;
}

export interface GroqResult {
  result: unknown;
  tree: GroqNode;
  /** Ids that the query followed a reference to, whether or not a document was there. */
  dereferenced: Set<string>;
}

/**
 * Parses a query. Throws 400 with the position of a mistake, 501 for what groq-js lacks.
 * @param mayWait the answer may come later, as `diff::` needs it
 */
export function parseGroq(
  query: string,
  parameters: Record<string, unknown>,
  { mayWait = false } = {},
): GroqQuery {
  const tree = parseTree(query, parameters);
  const searchesText = rewriteTextQueries(tree);
  let comparesValues = false;
  walk(tree, (node) => {
    if (node.type === "Parameter") {
      throw malformed(`param $${String(node["name"])} referenced, but not provided`);
    }
    if (node.type === "FuncCall" && UNSUPPORTED_NAMESPACES.has(String(node["namespace"]))) {
      throw notImitated(`the GROQ function ${String(node["namespace"])}::${String(node["name"])}`);
    }
    comparesValues ||= node.type === "FuncCall" && node["namespace"] === "diff";
  });
  if (comparesValues && !mayWait) throw notImitated("diff:: in listeners and mutations");
  splitFilters(tree);
  return { tree, searchesText, comparesValues };
}

/** Evaluates a parsed query at once, as transactions and listeners need it. */
export function evaluateGroq(
  query: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
): GroqResult {
  const { options, dereferenced } = evaluationOf(query, parameters, view);
  try {
    return { result: toJS(evaluateSync(query.tree, options)), tree: query.tree, dereferenced };
  } catch (error) {
    throw evaluationError(error);
  }
}

/** Evaluates a query that was parsed with `mayWait`, `diff::` included. */
export async function answerGroq(
  query: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
): Promise<GroqResult> {
  if (!query.comparesValues) return evaluateGroq(query, parameters, view);
  const { options, dereferenced } = evaluationOf(query, parameters, view);
  try {
    const value = await evaluate(query.tree, options);
    return { result: await value.get(), tree: query.tree, dereferenced };
  } catch (error) {
    throw evaluationError(error);
  }
}

/** Parses and evaluates a query in one go. */
export function runGroq(
  query: string,
  parameters: Record<string, unknown>,
  view: View,
): GroqResult {
  return evaluateGroq(parseGroq(query, parameters), parameters, view);
}

function evaluationOf(
  { searchesText }: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
) {
  const dereferenced = new Set<string>();
  const options = {
    dataset: searchesText ? view.documents.map(withWholeText) : view.documents,
    params: parameters,
    identity: "local-editor",
    dereference: ({ _ref: id }: { _ref: string }) => {
      dereferenced.add(id);
      return view.find(id);
    },
  };
  return { options, dereferenced };
}

function evaluationError(error: unknown): ApiError {
  return malformed(`Unable to evaluate the query: ${messageOf(error)}`);
}

function parseTree(query: string, parameters: Record<string, unknown>): GroqNode {
  try {
    const tree: unknown = parse(query, { params: parameters });
    if (isGroqNode(tree)) return tree;
    throw new Error("The query has no syntax tree");
  } catch (error) {
    if (GEO_IS_UNKNOWN.test(messageOf(error))) throw notImitated("the GROQ function geo()");
    const position = positionOf(error);
    throw new ApiError(400, "queryParseError", messageOf(error), {
      query,
      start: position,
      end: position,
    });
  }
}

function positionOf(error: unknown): number {
  const position = error instanceof Error && "position" in error ? error.position : 0;
  return typeof position === "number" ? position : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A node of groq-js' syntax tree; the package ships no usable types for it. */
export interface GroqNode {
  type: string;
  [attribute: string]: unknown;
}

export function isGroqNode(value: unknown): value is GroqNode {
  return isJsonObject(value) && typeof value["type"] === "string";
}

/** The node under an attribute, or `undefined` when there is none. */
export function childOf(node: GroqNode, attribute: string): GroqNode | undefined {
  const child = node[attribute];
  return isGroqNode(child) ? child : undefined;
}

/** Direct children of a node. Literal values are data, not syntax, and are not entered. */
export function childrenOf(node: GroqNode): GroqNode[] {
  if (node.type === "Value") return [];
  return Object.values(node).flatMap((value) => [value].flat().filter(isGroqNode));
}

/** Calls `visit` for a node and everything below it, parents first. */
function walk(node: GroqNode, visit: (node: GroqNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

export function isFunctionCall(node: GroqNode | undefined, namespace: string, name: string) {
  return node?.type === "FuncCall" && node["namespace"] === namespace && node["name"] === name;
}

/**
 * Turns `*[a && b]` into `*[a][b]`, which selects the same documents. groq-js evaluates both
 * sides of `&&` for every document; split, `b` (often a dereference or a text match) runs
 * only where `a` holds. Changes the tree in place.
 */
function splitFilters(tree: GroqNode): void {
  walk(tree, (node) => {
    while (node.type === "Filter") {
      const condition = withoutGroups(childOf(node, "expr"));
      if (condition?.type !== "And") return;
      node["base"] = { type: "Filter", base: node["base"], expr: condition["left"] };
      node["expr"] = condition["right"];
    }
  });
}

/** The node inside any number of parentheses. */
export function withoutGroups(node: GroqNode | undefined): GroqNode | undefined {
  return node?.type === "Group" ? withoutGroups(childOf(node, "base")) : node;
}

/** Attribute under which a document offers its whole text; never part of a result. */
const WHOLE_TEXT = "\u0000text";

/**
 * Rewrites `x match text::query(y)`, which groq-js cannot evaluate, to `x match y`.
 * `@` on the left means every text in the document. Changes the tree in place and tells
 * whether the documents need `withWholeText`.
 */
function rewriteTextQueries(tree: GroqNode): boolean {
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
function withWholeText(document: StoredDocument): StoredDocument {
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
