import { isPrivateKind, type PageRoute } from "./define-page.ts";
import * as privateRoutes from "./private-routes.ts";
import * as routes from "./routes.ts";

/** Pages that are defined in code, by path. A published document with the same path does not replace the page. */
export const pagesByPath: ReadonlyMap<string, PageRoute> = new Map(
  Object.values<PageRoute>({ ...routes, ...privateRoutes }).flatMap((route) =>
    typeof route.path === "string" && route.path !== "*" ? [[route.path, route] as const] : [],
  ),
);

export function isAccountPath(path: string): boolean {
  return isPrivateKind(pagesByPath.get(path)?.kind ?? "");
}
