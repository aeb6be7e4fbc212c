import { paths } from "../config/paths.ts";
import type { PageId } from "./route-content.ts";

/** Paths that exist in code; every other one is looked up among the published documents. */
export const pagePaths = {
  home: paths.home,
  about: paths.about,
  howItWorks: paths.howItWorks,
  tenants: paths.tenants,
  landlords: paths.landlords,
  partners: paths.partners,
  simulation: paths.simulation,
  contact: paths.contact,
  terms: paths.terms,
  clientArea: paths.clientArea,
  login: paths.login,
  newPassword: paths.newPassword,
  confirmEmail: paths.confirmEmail,
  contract: paths.contract,
  reviewSimulations: paths.reviewSimulations,
  staffTeam: paths.staffTeam,
  staffSecurity: paths.staffSecurity,
} as const satisfies Record<Exclude<PageId, "homeAlias" | "published">, string>;

/**
 * Pages that are about somebody's own data: they hydrate at once, and stay out of search engines
 * and of every cache.
 */
export const accountPaths: readonly string[] = [
  pagePaths.clientArea,
  pagePaths.login,
  pagePaths.newPassword,
  pagePaths.confirmEmail,
  pagePaths.contract,
  pagePaths.reviewSimulations,
  pagePaths.staffTeam,
  pagePaths.staffSecurity,
];

const fixedPaths: ReadonlySet<string> = new Set(Object.values(pagePaths));

/** Whether a path belongs to a page in code. */
export function isFixedPath(path: string): boolean {
  return fixedPaths.has(path);
}
