import type { Page } from "@playwright/test";
import { simulationExample } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { fillByLabel } from "./fill-by-label.ts";
import { expect, toast } from "./journey.ts";

/** CPFs with right check digits. */
export const cpfs = [
  "52998224725",
  "11144477735",
  "12345678909",
  "98765432100",
  "39053344705",
  "86288366757",
] as const;

type Applicant = { fullName: string; email: string; cpf: string } & Partial<
  typeof simulationExample
>;

/** Fills in every field of /simular, as it accepts it. */
export const fillIn = (page: Page, applicant: Applicant) =>
  fillByLabel(page, "simulationPage", { ...simulationExample, ...applicant });

export const submitButton = (page: Page) => page.getByRole("button", { name: "Enviar simulação" });

/** The visitor is told of the success. */
export const succeeded = (page: Page) =>
  expect(toast(page, "Simulação enviada com sucesso!")).toContainText(
    "Entraremos em contato em breve.",
  );
/** From what became of a simulation back to an empty form. */
export const startAnew = (page: Page) =>
  page.getByRole("button", { name: "Fazer outra simulação" }).click();

/** The visitor is told of a failure, with the text of section 8. */
export const failed = (page: Page) =>
  expect(toast(page, "Erro ao enviar simulação")).toContainText("Por favor, tente novamente.");
