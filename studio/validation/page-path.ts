import { getPublishedId } from "@sanity/client/csm";
import type { ValidationContext } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { checkMaximumLength } from "./text-length.ts";
import { isReservedPath } from "../public-paths.ts";

const pathShape = /^\/[a-z0-9]+(-[a-z0-9]+)*$/;

/** Answers whether another document, published or draft, already has the path. */
export type FindPathOwner = (path: string) => Promise<boolean>;

/** Accepts a path on which an editor may publish a page of their own. */
export async function checkPagePath(
  path: string | undefined,
  isTaken: FindPathOwner,
): Promise<true | string> {
  if (!path) return true;
  const length = checkMaximumLength(80)(path);
  if (length !== true) return length;
  if (!pathShape.test(path)) {
    return "Use “/” e depois letras minúsculas sem acento, números e hífens. Exemplo: /privacidade";
  }
  if (isReservedPath(path)) return `O endereço ${path} já é de uma página fixa do site.`;
  if (await isTaken(path)) return `Outra página ou produto já usa o endereço ${path}.`;
  return true;
}

/** Warns that a redirect ends when a page is published where it begins. */
export async function checkFormerRedirect(
  path: string | undefined,
  isRedirected: FindPathOwner,
): Promise<true | string> {
  if (!path || !(await isRedirected(path))) return true;
  return `Ao publicar, o redirecionamento de ${path} deixa de existir: o endereço passa a ser desta página.`;
}

const otherOwnerQuery = `count(*[
  !sanity::versionOf($id) && _type in $types &&
  coalesce("/" + slug.current, path, from) == $path
]) > 0`;

/** Looks for other owners of a path, drafts included, through the Studio's own client. */
export function findPathOwnerWith(
  context: ValidationContext,
  types: readonly ("page" | "product" | "redirect")[],
): FindPathOwner {
  const client = context
    .getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "raw" });
  const id = getPublishedId(context.document?._id ?? "");
  return (path) => client.fetch<boolean>(otherOwnerQuery, { path, id, types });
}
