import type { VerifyQueryResult } from "../../content/sanity.types.ts";

/** The words of /verificar. */
export type VerifyTexts = NonNullable<VerifyQueryResult>;
