import type { LoaderFunction, RouteObject } from "react-router-dom";
import { Outlet, ScrollRestoration, useLoaderData } from "react-router-dom";
import { BackendProvider } from "../backend/backend-context.tsx";
import { useHasOpenedContract } from "../features/session/use-has-opened-contract.ts";
import { useIsActiveStaff } from "../features/session/use-is-active-staff.ts";
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

/** The routes of all pages, each within the layouts of its kind. */
export function createRoutes(loaders: RouteLoaders): RouteObject[] {
  const routesOf = (kind: PageRoute["kind"]) =>
    Object.entries(pages)
      .filter(([, page]) => page.kind === kind)
      .map(([id, page]) => ({
        id,
        ...placeOf(page.path),
        loader: loaders.page(page),
        lazy: page.lazy,
      }));

  const accountLayout: RouteObject = {
    lazy: async () => ({ Component: (await import("./account-layout.tsx")).AccountLayout }),
    children: routesOf("account"),
  };
  const taskLayout: RouteObject = {
    lazy: async () => ({ Component: (await import("./task-layout.tsx")).TaskLayout }),
    children: [...routesOf("form"), accountLayout],
  };
  return [
    {
      id: "layout",
      loader: loaders.layout,
      Component: Layout,
      errorElement: <ErrorPage />,
      children: [...routesOf("marketing"), taskLayout],
    },
  ];
}

/** A route has one path: what several show is their parent, told anew when one follows another. */
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
      <SiteWithSession content={content} />
    </BackendProvider>
  );
}

function SiteWithSession({ content }: { content: LayoutContent }) {
  return (
    <SiteLayout
      content={content}
      origin={content.origin}
      isStaff={useIsActiveStaff()}
      isTenant={useHasOpenedContract()}
    >
      <Outlet />
      <ToasterPlace />
      <ScrollRestoration />
    </SiteLayout>
  );
}
