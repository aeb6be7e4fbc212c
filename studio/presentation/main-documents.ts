import { defineDocuments } from "sanity/presentation";
import { homeFallbackPaths } from "../public-paths.ts";
import { singletonOfPage } from "./pages-of-types.ts";

const isFreePage = `_type == "page" && path == $path`;

/** Which document opens beside each page of the site; the first route that fits counts. */
export const mainDocuments = defineDocuments([
  ...[...singletonOfPage].map(([route, type]) => ({ route, type })),
  {
    route: [...homeFallbackPaths],
    filter: `${isFreePage} || _type == "homePage" && count(*[${isFreePage}]) == 0`,
    params: ({ path }) => ({ path }),
  },
  {
    route: "/*",
    filter: `_type == "product" && "/" + slug.current == $path || ${isFreePage}`,
    params: ({ path }) => ({ path }),
  },
]);
