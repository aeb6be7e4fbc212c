import { createContext, useContext } from "react";
import type { BreadcrumbList, FinancialService, Service } from "schema-dts";
import { internationalPhone } from "../formats/phone.ts";
import type { LayoutQueryResult } from "./sanity.types.ts";
import { type Site, useSite } from "./site-context.tsx";

/** Returns the breadcrumbs of a page directly below the home page, as structured data. */
function breadcrumbList(site: Site, page: { name: string; path: string }) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: site.name, item: `${site.origin}/` },
      { "@type": "ListItem", position: 2, name: page.name, item: site.origin + page.path },
    ],
  } satisfies BreadcrumbList;
}

type Settings = NonNullable<LayoutQueryResult["settings"]>;

/** Returns the company's name, address, contact and opening hours for search engines (specification section 2). */
export function financialService(settings: Settings, site: Site) {
  const hours = openingHours(settings.openingHours);
  const { street, city, state, postalCode } = settings.address;
  return {
    "@type": "FinancialService",
    "@id": `${site.origin}/#empresa`,
    name: settings.brandName,
    legalName: settings.legalName,
    taxID: settings.cnpj,
    url: `${site.origin}/`,
    description: site.description,
    logo: `${site.origin}/icon-512.png`,
    ...(site.image ? { image: site.origin + site.image.path } : {}),
    email: settings.email,
    telephone: internationalPhone(settings.phone),
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: "BR",
    },
    areaServed: "BR",
    ...(hours ? { openingHours: hours } : {}),
    sameAs: settings.socialLinks?.map(({ url }) => url) ?? [],
  } satisfies FinancialService;
}

const days = [
  ["segunda", "Mo"],
  ["terça", "Tu"],
  ["quarta", "We"],
  ["quinta", "Th"],
  ["sexta", "Fr"],
  ["sábado", "Sa"],
  ["domingo", "Su"],
] as const;

/**
 * Converts “Segunda a sexta, das 9h às 18h” to Mo-Fr 09:00-18:00. Returns undefined for other wordings, because search
 * engines should get no hours rather than wrong hours.
 */
export function openingHours(text: string): string | undefined {
  const names = days.map(([name]) => name).join("|");
  const hours = new RegExp(
    `^(${names})(?:-feira)? a (${names})(?:-feira)?,? das (\\d{1,2})h(\\d{2})? às (\\d{1,2})h(\\d{2})?`,
    "i",
  );
  const [, from, to, opens, opensAt = "00", closes, closesAt = "00"] = hours.exec(text) ?? [];
  if (!from || !to || !opens || !closes) return undefined;
  const time = (hour: string, minute: string) => `${hour.padStart(2, "0")}:${minute}`;
  return `${dayCode(from)}-${dayCode(to)} ${time(opens, opensAt)}-${time(closes, closesAt)}`;
}

function dayCode(day: string): string | undefined {
  return days.find(([name]) => name === day.toLowerCase())?.[1];
}

/** Adds breadcrumbs for search engines. Search engines read the server's HTML, so browsers render nothing. */
export const PageTrail = import.meta.env?.SSR ? TrailOnServer : () => null;

function TrailOnServer({ name, path }: { name: string; path: string }) {
  return <StructuredData thing={breadcrumbList(useSite(), { name, path })} />;
}

/** Returns the structured data that describes a product as a service of the company. */
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

/** Object of schema.org without `@context`. `structuredScript` adds the context. */
export type StructuredThing = { "@type": string } & Record<string, unknown>;

/** Returns structured data as a script element. `<` is escaped, so that no text can close the element. */
export function structuredScript(thing: StructuredThing): string {
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing });
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

const ScriptsContext = /* @__PURE__ */ createContext<Set<string> | null>(null);

/** Provides the set that collects the structured data of a page while the page is rendered. */
export const StructuredScripts = ScriptsContext.Provider;

/** Adds structured data for search engines. Callers check `import.meta.env?.SSR`, as browsers do not need the data. */
export function StructuredData({ thing }: { thing: StructuredThing }) {
  useContext(ScriptsContext)?.add(structuredScript(thing));
  return null;
}
