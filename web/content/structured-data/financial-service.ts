import type { FinancialService } from "schema-dts";
import { internationalPhone } from "../../formats/phone.ts";
import type { LayoutQueryResult } from "../sanity.types.ts";
import type { Site } from "../site-context.tsx";
import { openingHours } from "./opening-hours.ts";

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
