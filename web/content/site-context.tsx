import { createContext, useContext } from "react";
import { type ImageContent, imageUrl, parseImageReference } from "./images.tsx";
import type { LayoutQueryResult } from "./sanity.types.ts";

/** What every page's head needs to know of the site; `origin` has no trailing slash. */
export interface Site {
  origin: string;
  name: string;
  title: string;
  description: string;
  /** Where the company works, in a line. */
  serviceArea: string;
  phone: string;
  email: string;
  /** What is said when something does not work. */
  notices: NonNullable<LayoutQueryResult["settings"]>["notices"] | undefined;
  image: ShareImage | null;
}

const SiteContext = createContext<Site>({
  origin: "",
  name: "",
  title: "",
  description: "",
  serviceArea: "",
  phone: "",
  email: "",
  notices: undefined,
  image: null,
});

export const SiteProvider = SiteContext.Provider;

/** The site that the layout describes. */
export function useSite(): Site {
  return useContext(SiteContext);
}

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

/** An image for link previews: its address on this site and what it depicts. */
export interface ShareImage {
  path: string;
  alt: string;
}

/** The preview of a content image; null for none and for vectors, which no messenger shows. */
export function shareImage(image: ImageContent | null | undefined): ShareImage | null {
  const asset = image?.asset && parseImageReference(image.asset._ref);
  if (!image || !asset || asset.extension === "svg") return null;
  return { path: imageUrl(asset, image.crop, "preview"), alt: image.alt ?? "" };
}
