import type { Service } from "schema-dts";
import type { Site } from "../site-context.tsx";

/** A product as a service of the company. */
export function service(site: Site, product: { name: string; summary: string; path: string }) {
  return {
    "@type": "Service",
    name: product.name,
    description: product.summary,
    url: site.origin + product.path,
    areaServed: "BR",
    provider: { "@id": `${site.origin}/#empresa` },
  } satisfies Service;
}
