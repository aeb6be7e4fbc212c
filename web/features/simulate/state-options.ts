import { brazilianStates } from "../../../supabase/functions/_shared/contracts/brazilian-states.ts";

/** The 27 federative units as choices, by name. */
export const stateOptions = brazilianStates
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "pt-BR"));
