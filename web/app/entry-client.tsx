import { StrictMode, startTransition, useEffect } from "react";
import {
  type DataStrategyFunction,
  type DataStrategyResult,
  type LoaderFunction,
  type RouteObject,
  RouterProvider,
  createBrowserRouter,
  matchRoutes,
  redirect,
} from "react-router-dom";
import { pathWithinSite } from "../config/path-within-site.ts";
import { paths } from "../config/paths.ts";
import { isOptionalPartUnderWay } from "../ui/layout/load-optional-part.ts";
import { hydrateWhole } from "./hydrate-whole.tsx";
import {
  type PageDataReply,
  type PageState,
  dataPathPrefix,
  navigatedEvent,
} from "./page-state.ts";
import { type RouteLoaders, createRoutes } from "./app-routes.tsx";

const fromServer: LoaderFunction = () => null;

/** Placeholder loaders, which tell React Router that the routes have data. `createDataStrategy` fetches the data. */
const browserLoaders: RouteLoaders = { layout: fromServer, page: () => fromServer };

/**
 * Fetches the data of all matched routes at once. If this fails during a refresh, the page on the screen stays. If it
 * fails during a navigation, the browser loads the new page, which can show its own error.
 */
function createDataStrategy(shown: () => PageState["loaderData"]): DataStrategyFunction {
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
            // The browser has no private routes on a public page, so it loads a private page as a new document. The new
            // document is also isolated from windows that opened the public page.
            if (!(match.route.id in data.loaderData)) return leaveFor(request.url);
            return data.loaderData[match.route.id];
          });
        }),
    );
    return results;
  };
}

/** Lets the browser load another page. The promise never settles, so the current page stays during the load. */
function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

async function fetchPageData(pathname: string, signal: AbortSignal) {
  const response = await fetch(dataPathPrefix + pathname, { signal });
  // The response for an unknown path has status 404 and contains the content of the 404 page.
  if (!response.ok && response.status !== 404) throw new Error(`HTTP ${response.status}`);
  const reply: PageDataReply = await response.json();
  if ("version" in reply) document.documentElement.dataset["version"] = reply.version;
  return reply;
}

/** React creates script elements from this string. Browsers never run scripts that are parsed from strings. */
const EMPTY_SCRIPT = "<script></script>";

interface PolicyFactory {
  createPolicy(name: "default", rules: { createHTML(text: string): string | null }): unknown;
  /** Trusted Types policy for the URL of the worker that shows PDF documents to staff (`draw-document.ts`). */
  createPolicy(
    name: "document-viewer",
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    /** Undefined in browsers without Trusted Types. Such browsers accept every string as HTML. */
    trustedTypes?: PolicyFactory;
  }
}

/**
 * Allows code to set HTML only from text without markup and from the constant that React needs. The browser refuses
 * other strings (content security policy: `require-trusted-types-for`).
 */
function allowOnlyPlainMarkup(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: plainMarkup });
}

function plainMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes("<") ? text : null;
}

type Router = ReturnType<typeof createBrowserRouter>;

let hydratedRouter: Router | undefined;

// This event means that a deploy has removed a chunk of the code. During a navigation, the browser loads the
// destination as a new page. When an optional part fails to load, nothing happens, because a reload would discard typed
// text.
addEventListener("vite:preloadError", () => {
  if (isOptionalPartUnderWay()) return;
  const wanted = hydratedRouter?.state.navigation.location;
  if (wanted) location.assign(wanted.pathname + wanted.search + wanted.hash);
  else location.reload();
});
allowOnlyPlainMarkup();

// Public pages open private pages as new documents, so only the document of a private page needs these routes.
const others =
  document.documentElement.dataset["hydrate"] === "private"
    ? (await import("./create-private-routes.ts")).createPrivateRoutes(browserLoaders)
    : undefined;
const routes = createRoutes(browserLoaders, others);
await loadMatchedPages(routes);

/** Hydrates the server's HTML. Renders newer content if the server no longer has the data of that HTML. */
export async function hydrate({ version, loaderData }: PageState): Promise<void> {
  const { dataset } = document.documentElement;
  const newer = dataset["version"] === version ? undefined : await import("./show-newer.ts");
  dataset["version"] = version;
  const created = createBrowserRouter(routes, {
    hydrationData: { loaderData },
    dataStrategy: createDataStrategy(() => created.state.loaderData),
  });
  hydratedRouter = created;
  announceNavigations(created);
  return new Promise((resolve) => {
    const container = document.getElementById("root");
    if (!container) throw new Error("The page has no #root element.");
    // React works in short slices during a transition, so a slow phone can respond to taps between two slices.
    startTransition(() => {
      hydrateWhole(
        container,
        <StrictMode>
          <Application router={created} onReady={resolve} />
        </StrictMode>,
        resolve,
        newer?.showNewer,
      );
    });
  });
}

export async function refresh(): Promise<void> {
  await hydratedRouter?.revalidate();
}

function announceNavigations(router: Router): void {
  let shownPath = location.pathname;
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== "idle" || location.pathname === shownPath) return;
    shownPath = location.pathname;
    document.dispatchEvent(new Event(navigatedEvent));
  });
}

function Application({ router, onReady }: { router: Router; onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return <RouterProvider router={router} />;
}

/** Loads the matched lazy routes. If a route were missing, an empty page would replace the server's HTML. */
async function loadMatchedPages(tree: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(tree, location) ?? []) {
    if (typeof route.lazy !== "function") continue;
    const page = await route.lazy();
    Object.assign(route, page, { lazy: undefined });
  }
}
