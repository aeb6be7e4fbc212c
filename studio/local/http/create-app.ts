import { Hono } from "hono";
import type { Lake } from "../lake.ts";
import { corsHeaders, identify, requireLoopbackHost } from "./access.ts";
import { ApiError, notImitated } from "./api-error.ts";
import type { Endpoint, RequestContext, RequestVariables } from "./endpoint.ts";
import { documentEndpoints, projectEndpoints } from "./routes/documents.ts";
import { historyEndpoints } from "./routes/history.ts";
import { fileEndpoints, imageEndpoints } from "./routes/images.ts";
import { listenEndpoints } from "./routes/listen.ts";
import { liveEndpoints } from "./routes/live-events.ts";
import { mutationEndpoints } from "./routes/mutate.ts";
import { queryEndpoints } from "./routes/query.ts";
import { signInEndpoints, studioExtraEndpoints } from "./routes/studio.ts";
import { uploadEndpoints } from "./routes/upload.ts";

/** `/v1`, `/vX` or `/v2025-02-19` in front of every path of the API. */
const VERSION = "/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}";

/** The HTTP interface of a lake: access and CORS first, then the table of endpoints. */
export function createApp(lake: Lake): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();

  // Outermost, so that a browser can read refusals as well.
  app.use(async (context, next) => {
    await next();
    const cors = corsHeaders(context.req.raw.headers, lake.studioOrigins);
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
  });

  app.use(async (context, next) => {
    const { headers } = context.req.raw;
    requireLoopbackHost(headers);
    if (context.req.method === "OPTIONS") return context.body(null, 204);
    const { role, account } = identify(headers, lake);
    context.set("role", role);
    context.set("account", account);
    context.set("apiVersion", context.req.path.split("/")[1] ?? "");
    return next();
  });

  for (const endpoint of endpoints) {
    const path = endpoint.unversioned ? endpoint.path : VERSION + endpoint.path;
    app.on(endpoint.method, path, (context) => answer(context, endpoint, lake));
  }

  app.notFound((context) => {
    const { error } = notImitated(`${context.req.method} ${context.req.path}`).body;
    return context.json({ error }, 501);
  });

  app.onError((error, context) => {
    const known =
      error instanceof ApiError
        ? error
        : new ApiError(500, "internalError", "The local Content Lake failed on this request");
    // Name and stack only: messages of unexpected errors may quote content.
    if (known !== error) console.error(error.name, error.stack?.split("\n").slice(1).join("\n"));
    // What is left of a body that was too large is not read: the connection cannot go on.
    if (known.status === 413) context.header("connection", "close");
    return context.json(known.body, known.status);
  });
  return app;
}

function answer(context: RequestContext, { access, handle }: Endpoint, lake: Lake) {
  if (access === "editor" && context.get("role") !== "editor") {
    throw new ApiError(401, "unauthorizedError", "Only editors may do this");
  }
  const { project = lake.projectId, dataset = lake.dataset } = context.req.param();
  const named = context.req.header("x-sanity-project-id") ?? project;
  if (named !== lake.projectId || project !== lake.projectId) {
    throw new ApiError(404, "projectNotFoundError", `There is no project "${named}" here`);
  }
  if (dataset !== lake.dataset) {
    throw new ApiError(404, "datasetNotFoundError", `There is no dataset "${dataset}" here`);
  }
  return handle(context, lake);
}

/** Everything this server imitates, in the order in which it is matched. */
export const endpoints: readonly Endpoint[] = [
  ...queryEndpoints,
  ...documentEndpoints,
  ...mutationEndpoints,
  ...listenEndpoints,
  ...liveEndpoints,
  ...historyEndpoints,
  ...uploadEndpoints,
  ...imageEndpoints,
  ...fileEndpoints,
  ...signInEndpoints,
  ...projectEndpoints,
  ...studioExtraEndpoints,
];
