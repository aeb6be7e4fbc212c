import { isFixedPath, isReservedPath } from "../public-paths.ts";

/** Accepts a path that may lead elsewhere; a page of the site must stay reachable. */
export function checkRedirectOrigin(path: string | undefined): true | string {
  if (!path) return true;
  if (!/^\/[^\s?#]+$/.test(path) || path.startsWith("//")) {
    return "Comece com “/”, sem espaços, “?” ou “#”. Exemplo: /fianca-antiga";
  }
  if (isFixedPath(path) || isReservedPath(path)) {
    return `${path} é uma página do site e não pode ser redirecionada.`;
  }
  return true;
}
