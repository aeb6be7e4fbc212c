import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buildId } from "#contracts/build-id.ts";
import { dataPathPrefix, livePath } from "../../app/page-state.ts";
import { requestIds } from "../../config/log.ts";
import { healthPath, readyPath } from "../../config/paths.ts";
import { imagePath } from "../../content/images.tsx";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { homeAliases } from "../../pages/published/published-route.ts";
import { reportsPath } from "../http/security-headers.ts";
import type { Metrics } from "./metrics.ts";

const ID_HEADER = "x-request-id";
/** Pattern of the request ids that are accepted from the proxy. Other ids may contain anything and are replaced. */
const SANE_ID = /^[\w-]{8,64}$/;

/**
 * Adds the build id and a request id to answers, puts the request id into log lines, and measures durations. A valid
 * request id of the proxy is used; otherwise the id is new.
 */
export function followRequests(handle: RequestListener, { requests }: Metrics): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const given = request.headers[ID_HEADER];
    const id = typeof given === "string" && SANE_ID.test(given) ? given : randomUUID();
    response.setHeader(ID_HEADER, id);
    response.setHeader("x-build", buildId);
    const stop = requests.startTimer({
      method: methodOf(request),
      route: routeOf(request.url ?? "/"),
    });
    // The event `close` also happens when the visitor cuts the connection.
    response.once("close", () => stop({ status: response.statusCode }));
    requestIds.run(id, () => handle(request, response));
  };
}

const METHODS = ["GET", "HEAD", "POST"];

function methodOf({ method = "" }: IncomingMessage): string {
  return METHODS.includes(method) ? method : "other";
}

const exact: ReadonlySet<string> = new Set([
  ...pagesByPath.keys(),
  ...homeAliases,
  livePath,
  reportsPath,
  healthPath,
  readyPath,
  "/robots.txt",
  "/sitemap.xml",
]);
const folders = [dataPathPrefix, imagePath, "/assets", "/api/preview"];

/** Returns the route pattern of a path, without ids or typed text. Editors' paths and unknown paths share a pattern. */
function routeOf(url: string): string {
  const [path = "/"] = url.split("?");
  if (exact.has(path)) return path;
  const folder = folders.find((prefix) => path.startsWith(`${prefix}/`));
  return folder ? `${folder}/*` : "/*";
}
