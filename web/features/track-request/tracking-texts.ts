import type { TrackingQueryResult } from "../../content/sanity.types.ts";

/** The words of /acompanhar. */
export type TrackingTexts = NonNullable<TrackingQueryResult>;
