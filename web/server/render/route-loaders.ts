import { data, type LoaderFunction } from "react-router-dom";
import type { PublicSettings, RouteId } from "../../app/route-content.ts";
import { aboutQuery } from "../../pages/about/about-query.ts";
import { clientAreaQuery } from "../../pages/client-area/client-area-query.ts";
import { contactQuery } from "../../pages/contact/contact-query.ts";
import { contractQuery } from "../../pages/contract/contract-query.ts";
import { freePageQuery } from "../../pages/free/free-page-query.ts";
import { homeQuery } from "../../pages/home/home-query.ts";
import { howItWorksQuery } from "../../pages/how-it-works/how-it-works-query.ts";
import { landlordsQuery } from "../../pages/landlords/landlords-query.ts";
import { layoutQuery } from "../../content/queries/layout-query.ts";
import { newPasswordQuery } from "../../pages/new-password/new-password-query.ts";
import { notFoundQuery } from "../../pages/not-found/not-found-query.ts";
import { partnersQuery } from "../../pages/partners/partners-query.ts";
import { productQuery } from "../../pages/product/product-query.ts";
import { simulationQuery } from "../../pages/simulation/simulation-query.ts";
import { tenantsQuery } from "../../pages/tenants/tenants-query.ts";
import { termsQuery } from "../../pages/terms/terms-query.ts";
import type { PageReader } from "./page-reader.ts";
import type { PublishedPaths } from "./published-paths.ts";

/** One loader per route, reading published content through the reader of this one rendering. */
export function createRouteLoaders(
  reader: PageReader,
  paths: PublishedPaths,
  settings: PublicSettings,
): Record<RouteId, LoaderFunction> {
  return {
    layout: async () => ({ ...(await reader.read(layoutQuery)), ...settings }),
    home: () => reader.read(homeQuery),
    about: () => reader.read(aboutQuery),
    howItWorks: () => reader.read(howItWorksQuery),
    tenants: () => reader.read(tenantsQuery),
    landlords: () => reader.read(landlordsQuery),
    partners: () => reader.read(partnersQuery),
    simulation: () => reader.read(simulationQuery),
    contact: () => reader.read(contactQuery),
    terms: () => reader.read(termsQuery),
    clientArea: () => reader.read(clientAreaQuery),
    login: () => reader.read(clientAreaQuery),
    newPassword: () => reader.read(newPasswordQuery),
    contract: () => reader.read(contractQuery),
    confirmEmail: () => null,
    reviewSimulations: () => null,
    staffTeam: () => null,
    staffSecurity: () => null,
    homeAlias: ({ request }) =>
      loadPublished(request, reader, paths, async () => ({
        kind: "home",
        content: await reader.read(homeQuery),
      })),
    published: ({ request }) =>
      loadPublished(request, reader, paths, async () =>
        data({ kind: "notFound", content: await reader.read(notFoundQuery) }, { status: 404 }),
      ),
  };
}

/** Domain decisions 5 to 7: products and pages by path; otherwise home for three paths, or 404. */
async function loadPublished(
  request: Request,
  reader: PageReader,
  paths: PublishedPaths,
  loadOtherwise: () => Promise<unknown>,
) {
  const path = new URL(request.url).pathname;
  if (paths.pages.has(path)) {
    return { kind: "page", content: await reader.read(freePageQuery, { path }) };
  }
  if (paths.products.has(path)) {
    return { kind: "product", content: await reader.read(productQuery, { slug: path.slice(1) }) };
  }
  return loadOtherwise();
}
