import {
  simulationFormSchema,
  type SimulationForm,
  type SimulationFormInput,
} from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { usePublicForm } from "../../backend/use-public-form.ts";

const names = [
  "fullName",
  "email",
  "phone",
  "cpf",
  "birthDate",
  "monthlyIncome",
  "occupation",
  "propertyAddress",
  "propertyCity",
  "propertyState",
  "rentalValue",
  "ownerName",
  "ownerContact",
  "comments",
  "acceptedTerms",
] as const satisfies (keyof SimulationFormInput)[];

export type SimulationField = ReturnType<typeof useSimulationForm>["field"];

/** The simulation under its contract; `termsVersion` is the version of the terms on the site. */
export function useSimulationForm(termsVersion: string | null) {
  return usePublicForm<SimulationFormInput, SimulationForm>({
    functionName: "send-simulation-email",
    schema: simulationFormSchema,
    names,
    ...(termsVersion ? { extra: { termsVersion } } : {}),
    succeeded: {
      title: "Simulação enviada com sucesso!",
      description: "Entraremos em contato em breve.",
    },
    failed: {
      title: "Erro ao enviar simulação",
      // Trying at once would be refused again: the message says when.
      describe: ({ code, message }) =>
        code === "rate_limited" ? message : "Por favor, tente novamente.",
    },
  });
}
