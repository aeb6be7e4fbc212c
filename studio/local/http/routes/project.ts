import { z } from "zod";
import { accountOf, type Endpoint, idsParameter, type RequestContext } from "../endpoint.ts";
import { readKeyValues, writeKeyValues } from "../../documents/key-values.ts";
import type { Lake } from "../../lake.ts";
import { grantsOf, type LocalAccount, localAccounts } from "../../local-accounts.ts";
import { readJson } from "../read-body.ts";

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
