import { createContext, useContext } from "react";
import type { LayoutQueryResult } from "./sanity.types.ts";
import type { ShareImage } from "./share-image.ts";

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
