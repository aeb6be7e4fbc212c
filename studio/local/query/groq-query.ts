import { evaluateSync, parse, toJS } from "groq-js";
import { ApiError, malformed, notImitated } from "../http/api-error.ts";
import { type GroqNode, isGroqNode, walk } from "./groq-node.ts";
import type { View } from "./perspective.ts";
import { splitFilters } from "./split-filters.ts";
import { rewriteTextQueries, withWholeText } from "./text-search.ts";

/** Functions that groq-js parses but throws on when it meets them. */
const UNSUPPORTED_NAMESPACES = new Set(["documents", "geo", "media", "text", "user"]);

export interface GroqQuery {
  tree: GroqNode;
  searchesText: boolean;
}

export interface GroqResult {
  result: unknown;
  tree: GroqNode;
  /** Ids that the query followed a reference to, whether or not a document was there. */
  dereferenced: Set<string>;
}

/** Parses a query. Throws 400 with the position of a mistake, 501 for what groq-js lacks. */
export function parseGroq(query: string, parameters: Record<string, unknown>): GroqQuery {
  const tree = parseTree(query, parameters);
  const searchesText = rewriteTextQueries(tree);
  walk(tree, (node) => {
    if (node.type === "Parameter") {
      throw malformed(`param $${String(node["name"])} referenced, but not provided`);
    }
    if (node.type === "FuncCall" && UNSUPPORTED_NAMESPACES.has(String(node["namespace"]))) {
      throw notImitated(`the GROQ function ${String(node["namespace"])}::${String(node["name"])}`);
    }
  });
  splitFilters(tree);
  return { tree, searchesText };
}

/** Evaluates a parsed query; `value` is what `@` means outside of filters. */
export function evaluateGroq(
  { tree, searchesText }: GroqQuery,
  parameters: Record<string, unknown>,
  view: View,
): GroqResult {
  const dereferenced = new Set<string>();
  try {
    const value = evaluateSync(tree, {
      dataset: searchesText ? view.documents.map(withWholeText) : view.documents,
      params: parameters,
      identity: "local-editor",
      dereference: ({ _ref: id }: { _ref: string }) => {
        dereferenced.add(id);
        return view.find(id);
      },
    });
    return { result: toJS(value), tree, dereferenced };
  } catch (error) {
    throw malformed(`Unable to evaluate the query: ${messageOf(error)}`);
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

function parseTree(query: string, parameters: Record<string, unknown>): GroqNode {
  try {
    const tree: unknown = parse(query, { params: parameters });
    if (isGroqNode(tree)) return tree;
    throw new Error("The query has no syntax tree");
  } catch (error) {
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
