import type { CoverageQueryResult, TrackingQueryResult } from "../../content/sanity.types.ts";

/** The words around conditions. */
export type OfferTexts = NonNullable<TrackingQueryResult>["offer"];

/** What is covered and what is not, as pages tell it. */
export type OfferCoverage = Pick<NonNullable<CoverageQueryResult>, "exclusions" | "inclusions">;
