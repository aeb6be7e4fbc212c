import type { ContractQueryResult } from "../../content/sanity.types.ts";

/** What editors call everything on the contract's page. */
export type ContractTexts = NonNullable<ContractQueryResult>;
