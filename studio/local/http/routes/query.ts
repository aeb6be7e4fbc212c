import { notImitated } from "../api-error.ts";
import { type Endpoint, type RequestContext, readQuery } from "../endpoint.ts";
import { answerGroq, parseGroq } from "../../query/groq-query.ts";
import type { Lake } from "../../lake.ts";
import { parsePerspective } from "../../query/perspective.ts";
import { mapSources } from "../../query/source-map/source-map.ts";
import { tagsOfQuery } from "../../query/sync-tags.ts";

async function answerQuery(context: RequestContext, lake: Lake): Promise<Response> {
  const sourceMap = context.req.query("resultSourceMap") ?? "false";
  if (context.req.query("variant") !== undefined) throw notImitated("content variants");
  const startedAt = performance.now();
  const { query, parameters } = await readQuery(context);
  const perspective = parsePerspective(context.req.query("perspective"), context.get("apiVersion"));
  const view = lake.view(perspective, context.get("role") !== "visitor");
  const parsed = parseGroq(query, parameters, { mayWait: true });
  const { result, tree, dereferenced } = await answerGroq(parsed, parameters, view);
  const keyed = sourceMap === "withKeyArraySelector";
  return context.json({
    ...(context.req.query("returnQuery") !== "false" && { query }),
    result: result ?? null,
    ...(sourceMap !== "false" && {
      resultSourceMap: mapSources({ query: parsed, parameters, view, result, keyed }),
    }),
    syncTags: tagsOfQuery(tree, dereferenced),
    ms: Math.round(performance.now() - startedAt),
  });
}

export const queryEndpoints: Endpoint[] = [
  { method: "GET", path: "/data/query/:dataset", access: "visitor", handle: answerQuery },
  { method: "POST", path: "/data/query/:dataset", access: "visitor", handle: answerQuery },
];
