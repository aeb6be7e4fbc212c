import { isPrivateKind, type PageRoute } from "./define-page.ts";
import * as privateRoutes from "./private-routes.ts";
import * as routes from "./routes.ts";

/** The pages that nothing published takes the place of, by path. */
export const pagesByPath: ReadonlyMap<string, PageRoute> = new Map(
  Object.values<PageRoute>({ ...routes, ...privateRoutes }).flatMap((route) =>
    typeof route.path === "string" && route.path !== "*" ? [[route.path, route] as const] : [],
  ),
);

/** Whether a path shows somebody's own data. */
export function isAccountPath(path: string): boolean {
  return isPrivateKind(pagesByPath.get(path)?.kind ?? "");
}
