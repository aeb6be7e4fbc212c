import type { StructuredThing } from "../../ui/section/structured-data.tsx";
import type { Site } from "../site-context.tsx";

/** A product as a service of the company. */
export function service(
  site: Site,
  product: { name: string; summary: string; path: string },
): StructuredThing {
  return {
    "@type": "Service",
    name: product.name,
    description: product.summary,
    url: site.origin + product.path,
    areaServed: "BR",
    provider: { "@id": `${site.origin}/#empresa` },
  };
}
