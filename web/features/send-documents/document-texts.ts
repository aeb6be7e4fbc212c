import type { TrackingQueryResult } from "../../content/sanity.types.ts";

/** The words around the documents on /acompanhar. */
export type DocumentTexts = NonNullable<TrackingQueryResult>["documents"];
