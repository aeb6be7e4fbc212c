import { isFixedPath } from "../public-paths.ts";

/** Answers whether a published product or free page has the path. */
export type FindPublishedPath = (path: string) => Promise<boolean>;

const secureAddress = /^https:\/\/[^\s/.]+\.[^\s]+$/;
const mailAddress = /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/;
const phoneAddress = /^tel:\+?[0-9]{8,15}$/;

/**
 * Accepts what a link of the site may point at: an existing path, or an https:, mailto: or tel:
 * address. Query string and anchor of a path are not looked at.
 */
export async function checkLinkTarget(
  href: string | undefined,
  findPublishedPath: FindPublishedPath,
): Promise<true | string> {
  if (!href) return true;
  if (secureAddress.test(href) || mailAddress.test(href) || phoneAddress.test(href)) return true;
  if (!href.startsWith("/") || href.startsWith("//")) {
    return "Comece com “/” para uma página do site, ou com https://, mailto: ou tel:.";
  }
  const [path = ""] = href.split(/[?#]/);
  if (isFixedPath(path) || (await findPublishedPath(path))) return true;
  return `Não existe página publicada em ${path}. Publique a página antes de criar o link.`;
}
