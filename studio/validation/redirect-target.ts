import type { ValidationContext } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { isFixedPath } from "../public-paths.ts";
import { isWithinSite } from "./within-site.ts";
import type { FindPublishedPath } from "./link-target.ts";

/** Answers whether another redirect, published or draft, begins at the path. */
export type FindRedirect = (path: string) => Promise<boolean>;

/**
 * Accepts a page of this site that is there: no other host, and no other redirect, so that
 * redirects form neither chains nor loops.
 */
export async function checkRedirectTarget(
  to: string | undefined,
  from: string | undefined,
  findPublishedPath: FindPublishedPath,
  findRedirect: FindRedirect,
): Promise<true | string> {
  if (!to) return true;
  if (/\s/.test(to) || !isWithinSite(to)) return "Comece com “/”: leve a uma página deste site.";
  const [path = ""] = to.split(/[?#]/);
  if (path === from) return "O endereço antigo e o novo são o mesmo.";
  if (await findRedirect(path)) {
    return `${path} já leva a outro endereço: escolha a página onde a pessoa deve chegar.`;
  }
  if (isFixedPath(path) || (await findPublishedPath(path))) return true;
  return `Não existe página publicada em ${path}. Publique a página antes de redirecionar.`;
}

const redirectQuery = `count(*[
  _type == "redirect" && !(_id in [$id, "drafts." + $id]) && from == $path
]) > 0`;

/** Looks for other redirects, drafts included, through the Studio's own client. */
export function findRedirectWith(context: ValidationContext): FindRedirect {
  const client = context
    .getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "raw" });
  const id = context.document?._id.replace(/^drafts\./, "") ?? "";
  return (path) => client.fetch<boolean>(redirectQuery, { path, id });
}
