import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import type { SimulationField } from "./use-simulation-form.ts";

/** Every word of the simulation form. */
export type SimulationTexts = NonNullable<SimulationQueryResult>["form"];

/** What each section of the form takes. */
export interface SimulationSectionProps {
  texts: SimulationTexts;
  field: SimulationField;
}
