import { z } from "zod";
import { type Endpoint, idsParameter, type RequestContext } from "../endpoint.ts";
import { readKeyValues, writeKeyValues } from "../../documents/key-values.ts";
import type { Lake } from "../../lake.ts";
import { localEditor } from "../../local-editor.ts";
import { readJson } from "../read-body.ts";

const keyValuesSchema = z.array(z.object({ key: z.string().min(1), value: z.json() }));

const ALL_PERMISSIONS = ["create", "read", "update", "manage", "history", "editHistory"];

function describeProject({ projectId, studioOrigins }: Lake) {
  return {
    id: projectId,
    displayName: "Payser local",
    studioHost: null,
    organizationId: null,
    isBlocked: false,
    isDisabled: false,
    features: [],
    metadata: {},
    members: [{ id: localEditor.id, isCurrentUser: true, isRobot: false, role: localEditor.role }],
    studioOrigins,
  };
}

function describeUser(context: RequestContext): Response {
  const users = idsParameter(context).map((id) => ({
    ...localEditor,
    id,
    displayName: localEditor.name,
  }));
  return context.json(users.length === 1 ? users[0] : users);
}

/** Whether a page may read answers: any page may, but only the studio with credentials. */
function checkCors(context: RequestContext, { studioOrigins }: Lake): Response {
  const withCredentials = studioOrigins.includes(context.req.header("origin") ?? "");
  return context.json({ result: { allowed: true, withCredentials } });
}

async function putKeyValues(context: RequestContext, { store }: Lake): Promise<Response> {
  const pairs = await readJson(context.req.raw, keyValuesSchema);
  writeKeyValues(store, pairs);
  return context.json(pairs);
}

export const projectEndpoints: Endpoint[] = [
  { method: "GET", path: "/ping", access: "visitor", handle: (c) => c.json({ pong: true }) },
  { method: "GET", path: "/check/cors", access: "visitor", handle: checkCors },
  {
    method: "GET",
    path: "/auth/id",
    access: "editor",
    handle: (c) => c.json({ id: localEditor.id }),
  },
  { method: "GET", path: "/users/me", access: "editor", handle: (c) => c.json(localEditor) },
  {
    method: "GET",
    path: "/users/me/keyvalue/:keys",
    access: "editor",
    handle: (c, { store }) => c.json(readKeyValues(store, idsParameter(c, "keys"))),
  },
  { method: "PUT", path: "/users/me/keyvalue", access: "editor", handle: putKeyValues },
  { method: "GET", path: "/users/:ids", access: "editor", handle: describeUser },
  {
    method: "GET",
    path: "/projects/:project",
    access: "editor",
    handle: (c, lake) => c.json(describeProject(lake)),
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
    handle: (c) => c.json([{ filter: "_id != null", permissions: ALL_PERMISSIONS }]),
  },
  {
    method: "GET",
    path: "/projects/:project/grants",
    access: "editor",
    handle: (c) => c.json({}),
  },
];
