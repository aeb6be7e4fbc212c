import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { readTracking } from "./read-tracking.ts";

export const trackingRoute = definePage({
  path: paths.tracking,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => readTracking(read)),
  page: async () => (await import("./tracking-page.tsx")).TrackingPage,
});
