import {
  type LoaderFunction,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useOutletContext,
} from "react-router-dom";
import { BackendProvider } from "../backend/backend-context.tsx";
import { useIsActiveStaff, useTenantMark } from "../features/session/use-open-sessions.ts";
import type { PageRoute } from "../pages/define-page.ts";
import * as pages from "../pages/routes.ts";
import { ToasterPlace } from "../ui/feedback/toaster-place.tsx";
import { ErrorPage } from "./error-page.tsx";
import type { LayoutContent } from "./layout-content.ts";
import { SiteLayout } from "./site-layout.tsx";

/** Each side has its own loaders: the server's read Sanity, the browser's ask our own server. */
export interface RouteLoaders {
  layout: LoaderFunction;
  page: (page: PageRoute) => LoaderFunction;
}

/** The routes of private pages, each kind within its layout. */
export interface PrivateRoutes {
  account: RouteObject;
  staff: RouteObject;
}

/**
 * The routes of all public pages, each within the layouts of its kind, and of the private ones in
 * the documents that have them (create-private-routes.ts).
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

/** The routes of the pages of one kind. */
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

/** A route has one path: what several show is their parent, told anew when one follows another. */
function placeOf(path: PageRoute["path"]) {
  if (typeof path === "string") return { path };
  return {
    shouldRevalidate: () => true,
    children: path.map((address) => ({ path: address, element: null })),
  };
}

/** What every page stands in; what a layout below shows of the content, it gets from here. */
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
