import { data, type LoaderFunction } from "react-router-dom";
import type { PublicSettings, RouteId } from "../app/route-content.ts";
import { aboutQuery } from "../content/queries/about-query.ts";
import { clientAreaQuery } from "../content/queries/client-area-query.ts";
import { contactQuery } from "../content/queries/contact-query.ts";
import { contractQuery } from "../content/queries/contract-query.ts";
import { freePageQuery } from "../content/queries/free-page-query.ts";
import { homeQuery } from "../content/queries/home-query.ts";
import { howItWorksQuery } from "../content/queries/how-it-works-query.ts";
import { landlordsQuery } from "../content/queries/landlords-query.ts";
import { layoutQuery } from "../content/queries/layout-query.ts";
import { newPasswordQuery } from "../content/queries/new-password-query.ts";
import { notFoundQuery } from "../content/queries/not-found-query.ts";
import { partnersQuery } from "../content/queries/partners-query.ts";
import { productQuery } from "../content/queries/product-query.ts";
import { simulationQuery } from "../content/queries/simulation-query.ts";
import { tenantsQuery } from "../content/queries/tenants-query.ts";
import { termsQuery } from "../content/queries/terms-query.ts";
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
