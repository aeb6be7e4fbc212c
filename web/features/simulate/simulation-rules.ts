import {
  simulationFormSchema,
  type SimulationForm,
  type SimulationFormInput,
} from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import type { PublicForm } from "../../backend/public-form.ts";

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

/** The simulation under its contract. */
export const simulationRules: PublicForm<SimulationFormInput, SimulationForm> = {
  functionName: "send-simulation-email",
  schema: simulationFormSchema,
  names,
  boxes: ["acceptedTerms"],
  // The CPF is kept nowhere but in the page.
  draftNames: names.filter((name) => name !== "cpf"),
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
};
