import type { ContentSourceMap, SanityDocument } from "@sanity/client";
import { resolveEditInfo, studioPath } from "@sanity/client/csm";
import { z } from "zod";

/** Scalar value in a query result, with its source according to the source map. */
export interface Leaf {
  path: string;
  value: string | number | boolean;
  /** Source document, source field and the value of that field. Undefined when the source map contains no source. */
  source: { document: string; field: string; value: unknown } | undefined;
}

const pathSchema = z.array(z.union([z.string(), z.number(), z.object({ _key: z.string() })]));

/** Returns every scalar value of a query result except null, each with the value of its source field in `documents`. */
export function readSources(
  result: unknown,
  resultSourceMap: ContentSourceMap,
  documents: readonly SanityDocument[],
): Leaf[] {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const leaves: Leaf[] = [];
  function visit(value: unknown, resultPath: (string | number)[]): void {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => visit(item, [...resultPath, index]));
    } else if (typeof value === "object") {
      for (const [name, child] of Object.entries(value)) visit(child, [...resultPath, name]);
    } else if (
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
    ) {
      leaves.push({ path: resultPath.join("."), value, source: sourceOf(resultPath) });
    }
  }
  /** Returns the document and field that Sanity's client names as the source of the value at `resultPath`. */
  function sourceOf(resultPath: (string | number)[]): Leaf["source"] {
    const info = resolveEditInfo({ resultSourceMap, resultPath, studioUrl: "http://localhost" });
    if (!info) return undefined;
    const path = pathSchema.parse(info.path);
    const value: unknown = studioPath.get(byId.get(info.id), path);
    return { document: info.id, field: studioPath.toString(path), value };
  }
  visit(result, []);
  return leaves;
}
