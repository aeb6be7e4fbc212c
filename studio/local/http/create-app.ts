import { Hono } from "hono";
import { corsHeaders, identify, requireLoopbackHost } from "./access.ts";
import { ApiError, notImitated } from "./api-error.ts";
import type { Endpoint, Lake, RequestContext, RequestVariables } from "./endpoint.ts";
import { documentEndpoints, projectEndpoints } from "./routes/read-documents.ts";
import { historyEndpoints } from "./routes/read-history.ts";
import { assetEndpoints } from "./routes/serve-images.ts";
import { listenEndpoints } from "./routes/listen.ts";
import { mutationEndpoints } from "./routes/mutate.ts";
import { signInEndpoints, studioExtraEndpoints } from "./routes/studio.ts";
import { uploadEndpoints } from "./routes/upload.ts";

/** Route pattern of the API version that begins every path: `/v1`, `/vX` or `/v2025-02-19`. */
const VERSION = "/:version{v(?:1|X|\\d{4}-\\d{2}-\\d{2})}";

/** Makes the HTTP server of a Content Lake. The server checks access and CORS before it finds the endpoint. */
export function createApp(lake: Lake): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();

  // This middleware is the first, because browsers cannot read error responses that have no CORS headers.
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
    // Only the error's name and stack are logged, because messages of unexpected errors may quote content.
    if (known !== error) console.error(error.name, error.stack?.split("\n").slice(1).join("\n"));
    // The rest of a body that is too large is not read, so the connection must be closed.
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

/** All endpoints that this server imitates. The first endpoint that matches a request answers it. */
export const endpoints: readonly Endpoint[] = [
  ...documentEndpoints,
  ...mutationEndpoints,
  ...listenEndpoints,
  ...historyEndpoints,
  ...uploadEndpoints,
  ...assetEndpoints,
  ...signInEndpoints,
  ...projectEndpoints,
  ...studioExtraEndpoints,
];
