import { isFixedPath, isReservedPath } from "../public-paths.ts";
import { checkMaximumLength } from "./text-length.ts";
import type { FindPathOwner } from "./page-path.ts";

/** Accepts a path that may lead elsewhere; a page of the site must stay reachable. */
export async function checkRedirectOrigin(
  path: string | undefined,
  isTaken: FindPathOwner,
): Promise<true | string> {
  if (!path) return true;
  const length = checkMaximumLength(200)(path);
  if (length !== true) return length;
  if (!/^\/[^\s?#]+$/.test(path) || path.startsWith("//")) {
    return "Comece com “/”, sem espaços, “?” ou “#”. Exemplo: /fianca-antiga";
  }
  if (isFixedPath(path) || isReservedPath(path)) {
    return `${path} é uma página do site e não pode ser redirecionada.`;
  }
  if (await isTaken(path)) {
    return `Outra página, produto ou redirecionamento já usa o endereço ${path}.`;
  }
  return true;
}
