import { redirect } from "react-router-dom";
import type { DataStrategyFunction, DataStrategyResult, LoaderFunction } from "react-router-dom";
import { pathWithinSite } from "../config/path-within-site.ts";
import { paths } from "../config/paths.ts";
import { dataPathPrefix, type PageDataReply, type PageState } from "./page-state.ts";
import type { RouteLoaders } from "./routes.tsx";

const fromServer: LoaderFunction = () => null;

/** The browser's loaders only mark routes as having data; the data strategy below fetches it. */
export const browserLoaders: RouteLoaders = { layout: fromServer, page: () => fromServer };

/**
 * One request per navigation or refresh brings the data of every matched route.
 * When it fails, a refresh keeps what is shown and a navigation is left to the browser, whose own
 * error page people know.
 */
export function createDataStrategy(shown: () => PageState["loaderData"]): DataStrategyFunction {
  return async ({ request, matches }) => {
    const { pathname } = new URL(request.url);
    const reply = fetchPageData(pathname, request.signal).catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      if (pathname === location.pathname) return { loaderData: shown() };
      return leaveFor(request.url);
    });
    const results: Record<string, DataStrategyResult> = {};
    await Promise.all(
      matches
        .filter((match) => match.shouldCallHandler())
        .map(async (match) => {
          results[match.route.id] = await match.resolve(async () => {
            const data = await reply;
            if ("redirect" in data) throw redirect(pathWithinSite(data.redirect) ?? paths.home);
            // A private page, which a public document does not know: only in a document of its own is
            // it safe from a window that opened this one.
            if (!(match.route.id in data.loaderData)) return leaveFor(request.url);
            return data.loaderData[match.route.id];
          });
        }),
    );
    return results;
  };
}

/** Has the browser load a page itself; what waits for it goes with this one. */
function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

async function fetchPageData(pathname: string, signal: AbortSignal) {
  const response = await fetch(dataPathPrefix + pathname, { signal });
  // An unknown path answers 404 with the content of the 404 page.
  if (!response.ok && response.status !== 404) throw new Error(`HTTP ${response.status}`);
  const reply: PageDataReply = await response.json();
  if ("version" in reply) document.documentElement.dataset["version"] = reply.version;
  return reply;
}
