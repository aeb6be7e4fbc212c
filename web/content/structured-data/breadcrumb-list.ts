import type { BreadcrumbList } from "schema-dts";
import type { Site } from "../site-context.tsx";

/** Where a page stands: below the home page. */
export function breadcrumbList(site: Site, page: { name: string; path: string }) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: site.name, item: `${site.origin}/` },
      { "@type": "ListItem", position: 2, name: page.name, item: site.origin + page.path },
    ],
  } satisfies BreadcrumbList;
}
