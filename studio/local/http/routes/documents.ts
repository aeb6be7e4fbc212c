import { isPublicId, publishedIdOf } from "../../documents/document-id.ts";
import { type Endpoint, idsParameter, isTrue, type RequestContext } from "../endpoint.ts";
import type { Lake } from "../../lake.ts";

function getDocuments(context: RequestContext, lake: Lake): Response {
  const ids = idsParameter(context);
  const editor = context.get("role") !== "visitor";
  const wanted = isTrue(context, "includeAllVersions")
    ? [...lake.store.documents.keys()].filter((id) => ids.includes(publishedIdOf(id)))
    : ids;
  const found = wanted
    .filter((id) => editor || isPublicId(id))
    .flatMap((id) => lake.store.documents.get(id) ?? []);
  const foundIds = new Set(found.map(({ _id: id }) => id));
  return context.json({
    documents: isTrue(context, "excludeContent") ? found.map(({ _id }) => ({ _id })) : found,
    omitted: wanted
      .filter((id) => !foundIds.has(id))
      .map((id) => ({ id, reason: "existence" as const })),
  });
}

/** References from other datasets: there is only one here, so there are none. */
function getReferences(context: RequestContext): Response {
  return context.json({ totalCount: 0, references: [] });
}

/** Every document as one line of JSON, in the order of the ids. */
function exportDocuments(context: RequestContext, lake: Lake): Response {
  const types = context.req.query("types")?.split(",");
  const lines = [...lake.store.documents.values()]
    .filter(({ _type: type }) => types === undefined || types.includes(type))
    .toSorted((left, right) => (left._id < right._id ? -1 : 1))
    .map((document) => `${JSON.stringify(document)}\n`);
  return context.body(lines.join(""), 200, { "content-type": "application/x-ndjson" });
}

export const documentEndpoints: Endpoint[] = [
  { method: "GET", path: "/data/doc/:dataset/:ids", access: "visitor", handle: getDocuments },
  {
    method: "GET",
    path: "/data/references/:dataset/documents/:id/to",
    access: "editor",
    handle: getReferences,
  },
  { method: "GET", path: "/data/export/:dataset", access: "editor", handle: exportDocuments },
];
