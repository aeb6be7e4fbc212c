import * as pages from "../pages/private-routes.ts";
import { type PrivateRoutes, type RouteLoaders, routesOf } from "./app-routes.tsx";

export function createPrivateRoutes(loaders: RouteLoaders): PrivateRoutes {
  return {
    account: {
      lazy: async () => ({ Component: (await import("./account-layout.tsx")).AccountLayout }),
      children: routesOf("account", pages, loaders),
    },
    staff: {
      lazy: async () => ({ Component: (await import("./staff-layout.tsx")).StaffLayout }),
      children: routesOf("staff", pages, loaders),
    },
  };
}
