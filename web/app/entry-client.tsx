import { startTransition, StrictMode, useEffect } from "react";
import { createBrowserRouter, matchRoutes, RouterProvider } from "react-router-dom";
import type { RouteObject } from "react-router-dom";
import { hydrateWhole } from "./hydrate-whole.tsx";
import { browserLoaders, createDataStrategy } from "./page-data.ts";
import { navigatedEvent, type PageState } from "./page-state.ts";
import { createRoutes } from "./routes.tsx";
import { allowOnlyPlainMarkup } from "./trusted-markup.ts";
import { isOptionalPartUnderWay } from "../ui/layout/load-optional-part.ts";

// A deploy removed the chunk that this page would load next: the new page has the new one. What a
// page can do without is not worth what somebody has typed.
addEventListener("vite:preloadError", () => {
  if (!isOptionalPartUnderWay()) location.reload();
});
allowOnlyPlainMarkup();

// A public document leaves for a private page by loading it, and need not know which there are.
const others =
  document.documentElement.dataset["hydrate"] === "private"
    ? (await import("./create-private-routes.ts")).createPrivateRoutes(browserLoaders)
    : undefined;
const routes = createRoutes(browserLoaders, others);
await loadMatchedPages(routes);

type Router = ReturnType<typeof createBrowserRouter>;

let hydratedRouter: Router | undefined;

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
