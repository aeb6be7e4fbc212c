import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject } from "react-router-dom";
import { Outlet, ScrollRestoration, useLoaderData } from "react-router-dom";
import { BackendProvider } from "../backend/backend-context.tsx";
import { homeAliases } from "../config/paths.ts";
import { useHasOpenedContract } from "../features/session/use-has-opened-contract.ts";
import { useIsActiveStaff } from "../features/session/use-is-active-staff.ts";
import { ToasterPlace } from "../ui/feedback/toaster-place.tsx";
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
    path: string | readonly string[],
    load: () => Promise<PageComponent<Id>>,
  ): RouteObject {
    const place = typeof path === "string" ? { path } : showAt(path);
    return {
      id,
      ...place,
      loader: loaders[id],
      lazy: async () => {
        const Page = await load();
        return { Component: () => <Page content={useContent(id)} /> };
      },
    };
  }

  const contentPages = {
    home: page(
      "home",
      pagePaths.home,
      async () => (await import("../pages/home/home-page.tsx")).HomePage,
    ),
    about: page(
      "about",
      pagePaths.about,
      async () => (await import("../pages/about/about-page.tsx")).AboutPage,
    ),
    howItWorks: page(
      "howItWorks",
      pagePaths.howItWorks,
      async () => (await import("../pages/how-it-works/how-it-works-page.tsx")).HowItWorksPage,
    ),
    tenants: page(
      "tenants",
      pagePaths.tenants,
      async () => (await import("../pages/tenants/tenants-page.tsx")).TenantsPage,
    ),
    landlords: page(
      "landlords",
      pagePaths.landlords,
      async () => (await import("../pages/landlords/landlords-page.tsx")).LandlordsPage,
    ),
    contact: page(
      "contact",
      pagePaths.contact,
      async () => (await import("../pages/contact/contact-page.tsx")).ContactPage,
    ),
    terms: page(
      "terms",
      pagePaths.terms,
      async () => (await import("../pages/terms/terms-page.tsx")).TermsPage,
    ),
    homeAlias: page(
      "homeAlias",
      homeAliases,
      async () => (await import("./home-alias-page.tsx")).HomeAliasPage,
    ),
    published: page(
      "published",
      "*",
      async () => (await import("./published-page.tsx")).PublishedPage,
    ),
  } satisfies Partial<Record<PageId, RouteObject>>;

  const formPages = {
    partners: page(
      "partners",
      pagePaths.partners,
      async () => (await import("../pages/partners/partners-page.tsx")).PartnersPage,
    ),
    simulation: page(
      "simulation",
      pagePaths.simulation,
      async () => (await import("../pages/simulation/simulation-page.tsx")).SimulationPage,
    ),
  } satisfies Partial<Record<PageId, RouteObject>>;

  const accountPages = {
    clientArea: page(
      "clientArea",
      pagePaths.clientArea,
      async () => (await import("../pages/client-area/client-area-page.tsx")).ClientAreaPage,
    ),
    login: page(
      "login",
      pagePaths.login,
      async () => (await import("../pages/client-area/client-area-page.tsx")).ClientAreaPage,
    ),
    newPassword: page(
      "newPassword",
      pagePaths.newPassword,
      async () => (await import("../pages/new-password/new-password-page.tsx")).NewPasswordPage,
    ),
    confirmEmail: page(
      "confirmEmail",
      pagePaths.confirmEmail,
      async () => (await import("../pages/confirm-email/confirm-email-page.tsx")).ConfirmEmailPage,
    ),
    contract: page(
      "contract",
      pagePaths.contract,
      async () => (await import("../pages/contract/contract-page.tsx")).ContractPage,
    ),
    reviewSimulations: page(
      "reviewSimulations",
      pagePaths.reviewSimulations,
      async () =>
        (await import("../pages/review-simulations/review-simulations-page.tsx"))
          .ReviewSimulationsPage,
    ),
    staffTeam: page(
      "staffTeam",
      pagePaths.staffTeam,
      async () => (await import("../pages/staff-team/staff-team-page.tsx")).StaffTeamPage,
    ),
    staffSecurity: page(
      "staffSecurity",
      pagePaths.staffSecurity,
      async () =>
        (await import("../pages/staff-security/staff-security-page.tsx")).StaffSecurityPage,
    ),
  } satisfies Record<
    Exclude<PageId, keyof typeof contentPages | keyof typeof formPages>,
    RouteObject
  >;

  const accountLayout: RouteObject = {
    lazy: async () => ({ Component: (await import("./account-layout.tsx")).AccountLayout }),
    children: Object.values(accountPages),
  };
  const taskLayout: RouteObject = {
    lazy: async () => ({ Component: (await import("./task-layout.tsx")).TaskLayout }),
    children: [...Object.values(formPages), accountLayout],
  };

  return [
    {
      id: "layout",
      loader: loaders.layout,
      Component: Layout,
      errorElement: <ErrorPage />,
      children: [...Object.values(contentPages), taskLayout],
    },
  ];
}

/** A route has one path: what several show is their parent, told anew when one follows another. */
function showAt(addresses: readonly string[]) {
  return {
    shouldRevalidate: () => true,
    children: addresses.map((path) => ({ path, element: null })),
  };
}

/** The loaded content of the route that calls it; ids are passed only for their type. */
function useContent<Id extends RouteId>(_id: Id): RouteContent[Id] {
  const content = useLoaderData();
  return content;
}

function Layout() {
  const content = useContent("layout");
  return (
    <BackendProvider backend={content.backend}>
      <SiteWithSession content={content} />
    </BackendProvider>
  );
}

function SiteWithSession({ content }: { content: RouteContent["layout"] }) {
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
