import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject } from "react-router-dom";
import { Outlet, ScrollRestoration, useLoaderData } from "react-router-dom";
import { ErrorPage } from "./error-page.tsx";
import { pagePaths } from "./page-paths.ts";
import type { PageId, RouteContent, RouteId } from "./route-content.ts";
import { SiteLayout } from "./site-layout.tsx";

type PageComponent<Id extends PageId> = ComponentType<{ content: RouteContent[Id] }>;

/**
 * The site map. Each side passes its loaders: the server's read Sanity, the browser's ask our own
 * server. Pages are loaded only when they are shown.
 */
export function createRoutes(loaders: Record<RouteId, LoaderFunction>): RouteObject[] {
  function page<Id extends PageId>(
    id: Id,
    path: string,
    load: () => Promise<PageComponent<Id>>,
  ): RouteObject {
    return {
      id,
      path,
      loader: loaders[id],
      lazy: async () => {
        const Page = await load();
        return { Component: () => <Page content={useContent(id)} /> };
      },
    };
  }

  const pages = {
    home: page(
      "home",
      pagePaths.home,
      async () => (await import("../pages/home-page.tsx")).HomePage,
    ),
    about: page(
      "about",
      pagePaths.about,
      async () => (await import("../pages/about-page.tsx")).AboutPage,
    ),
    howItWorks: page(
      "howItWorks",
      pagePaths.howItWorks,
      async () => (await import("../pages/how-it-works-page.tsx")).HowItWorksPage,
    ),
    tenants: page(
      "tenants",
      pagePaths.tenants,
      async () => (await import("../pages/tenants-page.tsx")).TenantsPage,
    ),
    landlords: page(
      "landlords",
      pagePaths.landlords,
      async () => (await import("../pages/landlords-page.tsx")).LandlordsPage,
    ),
    partners: page(
      "partners",
      pagePaths.partners,
      async () => (await import("../pages/partners-page.tsx")).PartnersPage,
    ),
    simulation: page(
      "simulation",
      pagePaths.simulation,
      async () => (await import("../pages/simulation-page.tsx")).SimulationPage,
    ),
    contact: page(
      "contact",
      pagePaths.contact,
      async () => (await import("../pages/contact-page.tsx")).ContactPage,
    ),
    terms: page(
      "terms",
      pagePaths.terms,
      async () => (await import("../pages/terms-page.tsx")).TermsPage,
    ),
    clientArea: page(
      "clientArea",
      pagePaths.clientArea,
      async () => (await import("../pages/client-area-page.tsx")).ClientAreaPage,
    ),
    login: page(
      "login",
      pagePaths.login,
      async () => (await import("../pages/client-area-page.tsx")).ClientAreaPage,
    ),
    published: page(
      "published",
      "*",
      async () => (await import("./published-page.tsx")).PublishedPage,
    ),
  } satisfies Record<PageId, RouteObject>;

  return [
    {
      id: "layout",
      loader: loaders.layout,
      Component: Layout,
      errorElement: <ErrorPage />,
      children: Object.values(pages),
    },
  ];
}

/** The loaded content of the route that calls it; ids are passed only for their type. */
function useContent<Id extends RouteId>(_id: Id): RouteContent[Id] {
  const content = useLoaderData();
  return content;
}

function Layout() {
  const content = useContent("layout");
  return (
    <SiteLayout content={content} origin={content.origin}>
      <Outlet />
      <ScrollRestoration />
    </SiteLayout>
  );
}
