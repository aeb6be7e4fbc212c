import type { LayoutQueryResult } from "./sanity.types.ts";
import { shareImage } from "./share-image.ts";
import type { Site } from "./site-context.tsx";

/** The site at the public address `origin`, as the settings describe it. */
export function describeSite(settings: LayoutQueryResult["settings"], origin: string): Site {
  return {
    origin,
    name: settings?.brandName ?? "",
    title: settings?.defaultSeo.title ?? "",
    description: settings?.defaultSeo.description ?? "",
    serviceArea: settings?.serviceArea ?? "",
    phone: settings?.phone ?? "",
    email: settings?.email ?? "",
    notices: settings?.notices,
    image: shareImage(settings?.defaultSeo.image),
  };
}
