import { dataPathPrefix, livePath } from "../../app/page-state.ts";
import { healthPath, readyPath } from "../../config/paths.ts";
import { imagePath } from "../../content/images.tsx";
import { homeAliases } from "../../pages/published/published-route.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { reportsPath } from "../http/security-headers.ts";

const exact: ReadonlySet<string> = new Set([
  ...pagesByPath.keys(),
  ...homeAliases,
  livePath,
  reportsPath,
  healthPath,
  readyPath,
  "/robots.txt",
  "/sitemap.xml",
]);
const folders = [dataPathPrefix, imagePath, "/assets", "/api/preview"];

/**
 * The pattern of a path: there are few, whatever people ask for, and none holds what somebody typed.
 * Pages that editors made and paths that do not exist are one.
 */
export function routeOf(url: string): string {
  const [path = "/"] = url.split("?");
  if (exact.has(path)) return path;
  const folder = folders.find((prefix) => path.startsWith(`${prefix}/`));
  return folder ? `${folder}/*` : "/*";
}
