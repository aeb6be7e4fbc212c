import type { SimulationQueryResult } from "../../content/sanity.types.ts";

/** Every word of the simulation form. */
export type SimulationTexts = NonNullable<SimulationQueryResult>["form"];
