import { evaluate, evaluateSync, parse, toJS } from "groq-js";
import { ApiError, malformed, notImitated } from "../http/api-error.ts";
import { type GroqNode, isGroqNode, walk } from "./groq-node.ts";
import type { View } from "./perspective.ts";
import { splitFilters } from "./split-filters.ts";
import { rewriteTextQueries, withWholeText } from "./text-search.ts";

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
