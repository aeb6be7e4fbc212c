import {
  type LoaderFunction,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useOutletContext,
} from "react-router-dom";
import { BackendProvider } from "../backend/backend-context.tsx";
import { useIsActiveStaff, useTenantMark } from "../features/staff/shell/use-open-sessions.ts";
import type { PageRoute } from "../pages/define-page.ts";
import * as pages from "../pages/routes.ts";
import { ToasterPlace } from "../ui/feedback/toaster-place.tsx";
import { ErrorPage } from "./error-page.tsx";
import type { LayoutContent } from "./layout-content.ts";
import { SiteLayout } from "./site-layout.tsx";

/** Functions that load data for the routes. The server's functions read from Sanity, the browser's from our server. */
export interface RouteLoaders {
  layout: LoaderFunction;
  page: (page: PageRoute) => LoaderFunction;
}

export interface PrivateRoutes {
  account: RouteObject;
  staff: RouteObject;
}

/**
 * Creates the routes of all public pages, and of the private pages in `others`. The browser omits `others` on public
 * pages, so that their visitors do not load private code.
 */
export function createRoutes(loaders: RouteLoaders, others?: PrivateRoutes): RouteObject[] {
  const taskLayout: RouteObject = {
    lazy: async () => ({ Component: (await import("./task-layout.tsx")).TaskLayout }),
    children: [...routesOf("form", pages, loaders), ...(others ? [others.account] : [])],
  };
  return [
    {
      id: "layout",
      loader: loaders.layout,
      Component: Layout,
      errorElement: <ErrorPage />,
      children: [
        {
          Component: SiteWithSession,
          children: [...routesOf("marketing", pages, loaders), taskLayout],
        },
        ...(others ? [others.staff] : []),
      ],
    },
  ];
}

export function routesOf(
  kind: PageRoute["kind"],
  from: Readonly<Record<string, PageRoute>>,
  loaders: RouteLoaders,
): RouteObject[] {
  return Object.entries(from)
    .filter(([, page]) => page.kind === kind)
    .map(([id, page]) => ({
      id,
      ...placeOf(page.path),
      loader: loaders.page(page),
      lazy: page.lazy,
    }));
}

/** Returns a page's path for the route tree. A page with several paths gets one child route per path. */
function placeOf(path: PageRoute["path"]) {
  if (typeof path === "string") return { path };
  return {
    shouldRevalidate: () => true,
    children: path.map((address) => ({ path: address, element: null })),
  };
}

function Layout() {
  const content: LayoutContent = useLoaderData();
  return (
    <BackendProvider backend={content.backend}>
      <Outlet context={content} />
      <ToasterPlace />
      <ScrollRestoration />
    </BackendProvider>
  );
}

function SiteWithSession() {
  const content: LayoutContent = useOutletContext();
  useTenantMark();
  return (
    <SiteLayout content={content} origin={content.origin} isStaff={useIsActiveStaff()}>
      <Outlet />
    </SiteLayout>
  );
}
