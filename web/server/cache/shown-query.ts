import { paths, productParameter } from "../../config/paths.ts";
import type { ContentSource } from "../../content/content-source.ts";
import { readPublishedPaths } from "../../content/page-reader.ts";

/**
 * The part of a query that a page is rendered for: on the contact page a product that is published,
 * so that it is chosen without JavaScript too. Anything else shows nothing, and is no page of its own.
 */
export async function shownQuery(
  path: string,
  search: string,
  source: ContentSource,
): Promise<string> {
  const slug = path === paths.contact && new URLSearchParams(search).get(productParameter);
  if (!slug) return "";
  // The page itself stands without them.
  const published = await readPublishedPaths(source).catch(() => undefined);
  return published?.products.has(`/${slug}`) ? `?${productParameter}=${slug}` : "";
}
