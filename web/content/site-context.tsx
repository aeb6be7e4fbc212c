import { createContext, useContext } from "react";
import { type ImageContent, imageUrl, parseImageReference } from "./images.tsx";
import type { LayoutQueryResult } from "./sanity.types.ts";

/** Data of the site that the head of every page needs. `origin` has no trailing slash. */
export interface Site {
  origin: string;
  name: string;
  title: string;
  description: string;
  /** Sentence about the area that the company serves. */
  serviceArea: string;
  phone: string;
  email: string;
  /** Editors' texts about errors and missing features. */
  notices: NonNullable<LayoutQueryResult["settings"]>["notices"] | undefined;
  image: ShareImage | null;
}

const SiteContext = createContext<Site>(describeSite(null, ""));

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  return useContext(SiteContext);
}

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

export interface ShareImage {
  path: string;
  alt: string;
}

/** Returns a content image for link previews; null for vector images, because messengers do not show them. */
export function shareImage(image: ImageContent | null | undefined): ShareImage | null {
  const asset = image?.asset && parseImageReference(image.asset._ref);
  if (!image || !asset || asset.extension === "svg") return null;
  return { path: imageUrl(asset, image.crop, "preview"), alt: image.alt ?? "" };
}
