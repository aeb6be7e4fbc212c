import { usePublicForm } from "../../backend/use-public-form.ts";
import { useNativeValidity } from "../../ui/form/use-native-validity.ts";
import { simulationRules } from "./simulation-rules.ts";

export type SimulationField = ReturnType<typeof useSimulationForm>["field"];

/** The simulation as a form; `termsVersion` is the version of the terms on the site. */
export function useSimulationForm(termsVersion: string | null) {
  const simulation = usePublicForm(simulationRules, termsVersion ? { termsVersion } : {});
  useNativeValidity(simulation.form, simulationRules.schema, simulationRules.names);
  return simulation;
}
