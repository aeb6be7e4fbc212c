import { StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterProvider } from "react-router-dom";
import type { RouteObject } from "react-router-dom";
import { browserLoaders, createDataStrategy } from "./page-data.ts";
import { navigatedEvent, pageStateId, type PageState } from "./page-state.ts";
import { createRoutes } from "./routes.tsx";

// A deploy removed the chunk that this page would load next: the new page has the new one.
addEventListener("vite:preloadError", () => location.reload());

const routes = createRoutes(browserLoaders);
await loadMatchedPages(routes);

const state: PageState = JSON.parse(document.getElementById(pageStateId)?.textContent ?? "{}");
const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData },
  dataStrategy: createDataStrategy(() => router.state.loaderData),
});

let shownPath = location.pathname;
router.subscribe(({ location, navigation }) => {
  if (navigation.state !== "idle" || location.pathname === shownPath) return;
  shownPath = location.pathname;
  document.dispatchEvent(new Event(navigatedEvent));
});

/** Settles once the page reacts to the visitor. */
export const hydrated = new Promise<void>((resolve) => {
  const container = document.getElementById("root");
  if (!container) throw new Error("The page has no #root element.");
  hydrateRoot(
    container,
    <StrictMode>
      <Application onReady={resolve} />
    </StrictMode>,
  );
});

/** Fetches the current page's content again and shows it in place. */
export function refresh(): Promise<void> {
  return router.revalidate();
}

function Application({ onReady }: { onReady: () => void }) {
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
