import type { ValidationContext } from "sanity";
import type { FindPublishedPath } from "./link-target.ts";
import { contentApiVersion } from "../../content-api-version.ts";

const publishedPathQuery = `count(*[
  (_type == "page" && path == $path) || (_type == "product" && "/" + slug.current == $path)
]) > 0`;

/** Looks paths up among what visitors can see, through the Studio's own client. */
export function findPublishedPathWith(context: ValidationContext): FindPublishedPath {
  const client = context
    .getClient({ apiVersion: contentApiVersion })
    .withConfig({ perspective: "published" });
  return (path) => client.fetch<boolean>(publishedPathQuery, { path });
}
