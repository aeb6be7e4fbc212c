import type { Backend } from "../backend/backend-context.tsx";
import type { LayoutQueryResult } from "../content/sanity.types.ts";

/** What the server's settings tell every page. */
export interface PublicSettings {
  /** The public address of the site, for canonical links; no trailing slash. */
  origin: string;
  /** Null when the site runs without Supabase. */
  backend: Backend | null;
}

/** What surrounds every page is made from this. */
export type LayoutContent = LayoutQueryResult & PublicSettings;

export interface HeaderContent {
  navigation: NonNullable<LayoutQueryResult["navigation"]>;
  products: LayoutQueryResult["products"];
  /** Shows the way to the staff area; what it leads to is guarded by the database. */
  isStaff: boolean;
}
