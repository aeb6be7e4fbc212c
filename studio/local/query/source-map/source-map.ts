import type { ContentSourceMap } from "@sanity/client";
import { evaluateGroq, type GroqQuery } from "../groq-query.ts";
import type { View } from "../perspective.ts";
import { nameSegment, type Origin, originsOf, pathOf } from "./origins.ts";
import { type Traced, createTrace, fieldOf, itemsOf, keepSteps } from "./trace.ts";

export interface SourceMapRequest {
  query: GroqQuery;
  parameters: Record<string, unknown>;
  view: View;
  /** Result of the query. `mapSources` does not change the result. */
  result: unknown;
  /** Whether paths name list items by their keys instead of their indices. */
  keyed: boolean;
}

/**
 * Maps each string, number and boolean of a query's result to the document and field that contains the value. Computed
 * values and values that the query copied before sorting have no source.
 */
export function mapSources(request: SourceMapRequest): ContentSourceMap {
  const { query, parameters, view, result, keyed } = request;
  // A query with `diff::` is evaluated asynchronously and cannot be traced, so its values get no sources.
  if (query.comparesValues) return { documents: [], paths: [], mappings: {} };
  const { view: copies, originOf } = originsOf(view);
  const stepped = { ...query, tree: keepSteps(query.tree) };
  const traced = createTrace(originOf)(evaluateGroq(stepped, parameters, copies).result);

  const map = { documents: createIndex(), paths: createIndex() };
  const documents: ContentSourceMap["documents"] = [];
  const mappings: ContentSourceMap["mappings"] = {};

  function note(origin: Origin, path: string): void {
    const { _id: id, _originalId: originalId, _type: type } = origin.document;
    const named = typeof originalId === "string" ? originalId : id;
    const document = map.documents.indexOf(named);
    documents[document] = { _id: named, _type: type };
    const source = map.paths.indexOf(pathOf(origin, keyed));
    mappings[path] = { type: "value", source: { type: "documentValue", document, path: source } };
  }

  function follow(value: unknown, from: Traced | undefined, path: string): void {
    if (value === null || value === undefined || !from) return;
    if (Array.isArray(value)) {
      const items = itemsOf(from);
      value.forEach((item: unknown, index) => follow(item, items?.[index], `${path}[${index}]`));
    } else if (typeof value === "object") {
      for (const [name, child] of Object.entries(value)) {
        follow(child, fieldOf(from, name), path + nameSegment(name));
      }
    } else if (from.kind === "known" && from.data === value) {
      note(from.origin, path);
    }
  }

  follow(result, traced, "$");
  return { documents, paths: map.paths.names, mappings };
}

/** Returns a function that gives each name a number, in the order of first use. */
function createIndex() {
  const names: string[] = [];
  const known = new Map<string, number>();
  return {
    names,
    indexOf(name: string): number {
      const index = known.get(name) ?? names.push(name) - 1;
      known.set(name, index);
      return index;
    },
  };
}
