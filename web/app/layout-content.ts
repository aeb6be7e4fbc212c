import type { Backend } from "../backend/backend-context.tsx";
import type { LayoutQueryResult } from "../content/sanity.types.ts";

export interface PublicSettings {
  /** Public origin of the site for canonical links, without a trailing slash. */
  origin: string;
  /** Supabase project of the site; null when the site runs without one. */
  backend: Backend | null;
}

export type LayoutContent = LayoutQueryResult & PublicSettings;

export interface HeaderContent {
  navigation: NonNullable<LayoutQueryResult["navigation"]>;
  products: LayoutQueryResult["products"];
  /** True when the page shows the link to the staff area. The database checks every access to the area's data. */
  isStaff: boolean;
}
