import { z } from "zod";
import { isPublicId, publishedIdOf } from "../../documents/document.ts";
import { readKeyValues, writeKeyValues } from "../../documents/mutations.ts";
import type { Lake } from "../../lake.ts";
import { type LocalAccount, grantsOf, localAccounts } from "../../local-accounts.ts";
import {
  type Endpoint,
  type RequestContext,
  accountOf,
  idsParameter,
  isTrue,
  readJson,
} from "../endpoint.ts";

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

/** Whether a page may read answers: any page may, but only the studio with credentials. */
function checkCors(context: RequestContext, { studioOrigins }: Lake): Response {
  const withCredentials = studioOrigins.includes(context.req.header("origin") ?? "");
  return context.json({ result: { allowed: true, withCredentials } });
}

async function putKeyValues(context: RequestContext, { store }: Lake): Promise<Response> {
  const pairs = await readJson(context.req.raw, keyValuesSchema);
  writeKeyValues(store, accountOf(context).id, pairs);
  return context.json(pairs);
}

export const projectEndpoints: Endpoint[] = [
  { method: "GET", path: "/ping", access: "visitor", handle: (c) => c.json({ pong: true }) },
  {
    method: "GET",
    path: "/data/ping/:dataset",
    access: "visitor",
    handle: (c) => c.json({ pong: true }),
  },
  { method: "GET", path: "/check/cors", access: "visitor", handle: checkCors },
  {
    method: "GET",
    path: "/auth/id",
    access: "editor",
    handle: (c) => c.json({ id: accountOf(c).id }),
  },
  { method: "GET", path: "/users/me", access: "editor", handle: (c) => c.json(accountOf(c)) },
  {
    method: "GET",
    path: "/users/me/keyvalue/:keys",
    access: "editor",
    handle: (c, { store }) =>
      c.json(readKeyValues(store, accountOf(c).id, idsParameter(c, "keys"))),
  },
  { method: "PUT", path: "/users/me/keyvalue", access: "editor", handle: putKeyValues },
  { method: "GET", path: "/users/:ids", access: "editor", handle: describeUser },
  {
    method: "GET",
    path: "/projects/:project",
    access: "editor",
    handle: (c, lake) => c.json(describeProject(lake, accountOf(c))),
  },
  {
    method: "GET",
    path: "/projects/:project/datasets",
    access: "editor",
    handle: (c, { dataset }) => c.json([{ name: dataset, aclMode: "public" }]),
  },
  {
    method: "GET",
    path: "/projects/:project/datasets/:dataset/acl",
    access: "editor",
    handle: (c) => c.json(grantsOf(accountOf(c))),
  },
  {
    method: "GET",
    path: "/projects/:project/grants",
    access: "editor",
    handle: (c) => c.json({}),
  },
];
