import { createContext, useContext } from "react";
import type { BreadcrumbList, FinancialService, Service } from "schema-dts";
import { internationalPhone } from "../formats/phone.ts";
import type { LayoutQueryResult } from "./sanity.types.ts";
import { type Site, useSite } from "./site-context.tsx";

/** Where a page stands: below the home page. */
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

/** The company for search engines: who, where, how to reach it and when (specification 2, Contact). */
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
 * Service hours as editors write them, “Segunda a sexta, das 9h às 18h”, in schema.org's form,
 * Mo-Fr 09:00-18:00; undefined for any other wording: no hours are better than wrong ones.
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

/** Tells search engines where a page stands. */
export const PageTrail = import.meta.env?.SSR ? TrailOnServer : () => null;

function TrailOnServer({ name, path }: { name: string; path: string }) {
  return <StructuredData thing={breadcrumbList(useSite(), { name, path })} />;
}

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

/** Anything schema.org describes; `@context` is added here. */
export type StructuredThing = { "@type": string } & Record<string, unknown>;

/** What a page has for search engines, as markup for its head; `<` is escaped so that no text can end the script. */
export function structuredScript(thing: StructuredThing): string {
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing });
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}

const ScriptsContext = /* @__PURE__ */ createContext<Set<string> | null>(null);

/** Around a page that is rendered; its `value` gets a script for each thing of the page. */
export const StructuredScripts = ScriptsContext.Provider;

/**
 * Tells search engines of a thing. They read the server's HTML: this stands behind
 * `import.meta.env?.SSR`, and browsers load neither it nor what the thing is made by.
 */
export function StructuredData({ thing }: { thing: StructuredThing }) {
  useContext(ScriptsContext)?.add(structuredScript(thing));
  return null;
}
