import { z } from "zod";
import { answerGroq, parseGroq } from "../../query/groq-query.ts";
import { parsePerspective } from "../../query/perspective.ts";
import { mapSources } from "../../query/source-map/source-map.ts";
import { tagsOfQuery } from "../../query/sync-tags.ts";
import { notImitated } from "../api-error.ts";
import { isPublicId, publishedIdOf } from "../../documents/document.ts";
import { type LocalAccount, grantsOf, localAccounts } from "../../local-accounts.ts";
import {
  type Lake,
  type RequestContext,
  accountOf,
  idsParameter,
  isTrue,
  readJson,
  get,
  post,
  put,
  readQuery,
} from "../endpoint.ts";

async function answerQuery(context: RequestContext, lake: Lake): Promise<Response> {
  const sourceMap = context.req.query("resultSourceMap") ?? "false";
  if (context.req.query("variant") !== undefined) throw notImitated("content variants");
  const startedAt = performance.now();
  const { query, parameters } = await readQuery(context);
  const perspective = parsePerspective(context.req.query("perspective"), context.get("apiVersion"));
  const view = lake.view(perspective, context.get("role") !== "visitor");
  const parsed = parseGroq(query, parameters, { mayWait: true });
  const { result, dereferenced } = await answerGroq(parsed, parameters, view);
  const keyed = sourceMap === "withKeyArraySelector";
  return context.json({
    ...(context.req.query("returnQuery") !== "false" && { query }),
    result: result ?? null,
    ...(sourceMap !== "false" && {
      resultSourceMap: mapSources({ query: parsed, parameters, view, result, keyed }),
    }),
    syncTags: tagsOfQuery(parsed.tree, dereferenced),
    ms: Math.round(performance.now() - startedAt),
  });
}

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

/** Sends all documents as JSON, one on each line, ordered by id. */
function exportDocuments(context: RequestContext, lake: Lake): Response {
  const types = context.req.query("types")?.split(",");
  const lines = [...lake.store.documents.values()]
    .filter(({ _type: type }) => types === undefined || types.includes(type))
    .toSorted((left, right) => (left._id < right._id ? -1 : 1))
    .map((document) => `${JSON.stringify(document)}\n`);
  return context.body(lines.join(""), 200, { "content-type": "application/x-ndjson" });
}

export const documentEndpoints = [
  get("/data/query/:dataset", "visitor", answerQuery),
  post("/data/query/:dataset", "visitor", answerQuery),
  get("/data/doc/:dataset/:ids", "visitor", getDocuments),
  // This endpoint lists references from other datasets. The list is empty, because this server has one dataset.
  get("/data/references/:dataset/documents/:id/to", "editor", (c) =>
    c.json({ totalCount: 0, references: [] }),
  ),
  get("/data/export/:dataset", "editor", exportDocuments),
];

const keyValuesSchema = z.array(z.object({ key: z.string().min(1), value: z.json() }));

function describeProject({ projectId, studioOrigins }: Lake, account: LocalAccount) {
  return {
    id: projectId,
    displayName: "Payser local",
    studioHost: null,
    organizationId: null,
    isBlocked: false,
    isDisabled: false,
    features: [],
    metadata: {},
    members: localAccounts.map(({ id, role }) => ({
      id,
      isCurrentUser: id === account.id,
      isRobot: false,
      role,
    })),
    studioOrigins,
  };
}

function describeUser(context: RequestContext): Response {
  const users = idsParameter(context).flatMap((id) => {
    const account = localAccounts.find((known) => known.id === id);
    return account ? [{ ...account, displayName: account.name }] : [];
  });
  return context.json(users.length === 1 ? users[0] : users);
}

/** Tells the Studio that every origin may read responses, and whether the caller's origin may send credentials. */
function checkCors(context: RequestContext, { studioOrigins }: Lake): Response {
  const withCredentials = studioOrigins.includes(context.req.header("origin") ?? "");
  return context.json({ result: { allowed: true, withCredentials } });
}

/** Returns settings that the Studio stores for each user, such as the last search. */
function getKeyValues(context: RequestContext, { store }: Lake): Response {
  const select = store.database.prepare("select value from settings where name = ?");
  const pairs = idsParameter(context, "keys").map((key) => {
    const row = select.get(settingName(context, key));
    return { key, value: row ? JSON.parse(String(row["value"])) : null };
  });
  return context.json(pairs);
}

async function putKeyValues(context: RequestContext, { store }: Lake): Promise<Response> {
  const pairs = await readJson(context.req.raw, keyValuesSchema);
  const upsert = store.database.prepare("insert or replace into settings values (?, ?)");
  for (const { key, value } of pairs) upsert.run(settingName(context, key), JSON.stringify(value));
  return context.json(pairs);
}

const settingName = (context: RequestContext, key: string) =>
  `user:${accountOf(context).id}:${key}`;

export const projectEndpoints = [
  get("/ping", "visitor", (c) => c.json({ pong: true })),
  get("/data/ping/:dataset", "visitor", (c) => c.json({ pong: true })),
  get("/check/cors", "visitor", checkCors),
  get("/auth/id", "editor", (c) => c.json({ id: accountOf(c).id })),
  get("/users/me", "editor", (c) => c.json(accountOf(c))),
  get("/users/me/keyvalue/:keys", "editor", getKeyValues),
  put("/users/me/keyvalue", "editor", putKeyValues),
  get("/users/:ids", "editor", describeUser),
  get("/projects/:project", "editor", (c, lake) => c.json(describeProject(lake, accountOf(c)))),
  get("/projects/:project/datasets", "editor", (c, { dataset }) =>
    c.json([{ name: dataset, aclMode: "public" }]),
  ),
  get("/projects/:project/datasets/:dataset/acl", "editor", (c) => c.json(grantsOf(accountOf(c)))),
  get("/projects/:project/grants", "editor", (c) => c.json({})),
];
