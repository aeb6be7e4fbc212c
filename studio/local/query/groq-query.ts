import { evaluate, evaluateSync, parse, toJS } from "groq-js";
import { type StoredDocument, isJsonObject } from "../documents/document.ts";
import { ApiError, malformed, messageOf, notImitated } from "../http/api-error.ts";
import type { View } from "./perspective.ts";

/** Namespaces of functions that groq-js can parse but not run. */
const UNSUPPORTED_NAMESPACES = new Set(["documents", "geo", "media", "text", "user"]);

/** Matches the error that groq-js throws for `geo()`, a function that groq-js cannot parse. */
const GEO_IS_UNKNOWN = /Undefined function: geo$/;

export interface GroqQuery {
  tree: GroqNode;
  searchesText: boolean;
  /** Whether the query calls `diff::…`, which groq-js evaluates only asynchronously. */
  comparesValues: boolean;
}

/** Parses GROQ. Throws 400 with a mistake's position, or 501 for an unsupported function. `mayWait` allows `diff::`. */
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

/** Evaluates a parsed query synchronously, because transactions and listeners cannot wait. */
export function evaluateGroq(query: GroqQuery, parameters: Record<string, unknown>, view: View) {
  const { options, dereferenced } = evaluationOf(query, parameters, view);
  try {
    return { result: toJS(evaluateSync(query.tree, options)), dereferenced };
  } catch (error) {
    throw evaluationError(error);
  }
}

/** Evaluates a query that was parsed with `mayWait`, which allows `diff::` functions. */
export async function answerGroq(
  query: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
) {
  if (!query.comparesValues) return evaluateGroq(query, parameters, view);
  const { options, dereferenced } = evaluationOf(query, parameters, view);
  try {
    const value = await evaluate(query.tree, options);
    return { result: await value.get(), dereferenced };
  } catch (error) {
    throw evaluationError(error);
  }
}

export function runGroq(query: string, parameters: Record<string, unknown>, view: View) {
  return evaluateGroq(parseGroq(query, parameters), parameters, view);
}

function evaluationOf(
  { searchesText }: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
) {
  /** Ids of the references that the query followed. Some ids may belong to no document. */
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

/** Node of the syntax tree of groq-js, which has no usable types for nodes. */
export interface GroqNode {
  type: string;
  [attribute: string]: unknown;
}

export function isGroqNode(value: unknown): value is GroqNode {
  return isJsonObject(value) && typeof value["type"] === "string";
}

/** Returns the child node that an attribute contains, or `undefined` when it contains no node. */
export function childOf(node: GroqNode, attribute: string): GroqNode | undefined {
  const child = node[attribute];
  return isGroqNode(child) ? child : undefined;
}

/** Returns the direct children of a syntax node. A literal has no children, because its value is data. */
export function childrenOf(node: GroqNode): GroqNode[] {
  if (node.type === "Value") return [];
  return Object.values(node).flatMap((value) => [value].flat().filter(isGroqNode));
}

/** Calls `visit` for a node and all its descendants; each parent comes before its children. */
function walk(node: GroqNode, visit: (node: GroqNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

export function isFunctionCall(node: GroqNode | undefined, namespace: string, name: string) {
  return node?.type === "FuncCall" && node["namespace"] === namespace && node["name"] === name;
}

/**
 * Rewrites `*[a && b]` to `*[a][b]`, which selects the same documents. groq-js evaluates both sides
 * of `&&` for every document. After the split, `b` (often slow, such as a dereference or a text
 * match) runs only for documents that pass `a`. Changes the tree in place.
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

/** Returns the node that is inside any number of parentheses. */
export function withoutGroups(node: GroqNode | undefined): GroqNode | undefined {
  return node?.type === "Group" ? withoutGroups(childOf(node, "base")) : node;
}

/** Name of a hidden attribute that contains all text of a document and never appears in a result. */
const WHOLE_TEXT = "\u0000text";

/**
 * Rewrites `x match text::query(y)`, which groq-js cannot evaluate, to `x match y`. An `@` on the left side stands for
 * all text in the document. Changes the tree in place. Returns whether the documents need `withWholeText`.
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

/** Copies a document and adds all its text as one hidden attribute, which projections and JSON leave out. */
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
