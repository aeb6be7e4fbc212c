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
import { type RouteLoaders, createRoutes } from "./routes.tsx";

const fromServer: LoaderFunction = () => null;

/** The browser's loaders only mark routes as having data; the data strategy below fetches it. */
const browserLoaders: RouteLoaders = { layout: fromServer, page: () => fromServer };

/**
 * One request per navigation or refresh brings the data of every matched route.
 * When it fails, a refresh keeps what is shown and a navigation is left to the browser, whose own
 * error page people know.
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

/** React makes a script of its own from this; what is parsed so never runs. */
const EMPTY_SCRIPT = "<script></script>";

interface PolicyFactory {
  createPolicy(name: "default", rules: { createHTML(text: string): string | null }): unknown;
  /** Of the thread that reads documents for staff (`draw-document.ts`). */
  createPolicy(
    name: "document-viewer",
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    /** Missing in browsers without Trusted Types, which enforce nothing either. */
    trustedTypes?: PolicyFactory;
  }
}

/**
 * Lets the page's code set as markup what holds no markup, and the one constant that React needs;
 * the browser refuses all the rest (`require-trusted-types-for` in the policy).
 */
function allowOnlyPlainMarkup(): void {
  window.trustedTypes?.createPolicy("default", { createHTML: plainMarkup });
}

function plainMarkup(text: string): string | null {
  return text === EMPTY_SCRIPT || !text.includes("<") ? text : null;
}

type Router = ReturnType<typeof createBrowserRouter>;

let hydratedRouter: Router | undefined;

// A deploy removed the chunk that this page would load next: the new page has the new one, where the
// visitor was going. What a page can do without is not worth what somebody has typed.
addEventListener("vite:preloadError", () => {
  if (isOptionalPartUnderWay()) return;
  const wanted = hydratedRouter?.state.navigation.location;
  if (wanted) location.assign(wanted.pathname + wanted.search + wanted.hash);
  else location.reload();
});
allowOnlyPlainMarkup();

// A public document leaves for a private page by loading it, and need not know which there are.
const others =
  document.documentElement.dataset["hydrate"] === "private"
    ? (await import("./create-private-routes.ts")).createPrivateRoutes(browserLoaders)
    : undefined;
const routes = createRoutes(browserLoaders, others);
await loadMatchedPages(routes);

/**
 * Takes over the server's HTML, or shows what the server has instead when it no longer knows what
 * that was made from; settles once the page reacts to the visitor.
 */
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
    // As a transition it goes in slices, between which a slow phone answers the next tap.
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

/** Fetches the current page's content again and shows it in place. */
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

/** A lazy route still unresolved at hydration would replace the server's HTML with nothing. */
async function loadMatchedPages(tree: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(tree, location) ?? []) {
    if (typeof route.lazy !== "function") continue;
    const page = await route.lazy();
    Object.assign(route, page, { lazy: undefined });
  }
}
