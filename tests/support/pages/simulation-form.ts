import type { Page } from "@playwright/test";
import { simulationExample } from "#contracts/requests/simulation-request.ts";
import { fillByLabel } from "./fill-by-label.ts";
import { expect, toast } from "./journey.ts";

/** CPF numbers with valid check digits. */
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

/** Fills in every field of /simular with valid values. */
export const fillIn = (page: Page, applicant: Applicant) =>
  fillByLabel(page, "simulationPage", { ...simulationExample, ...applicant });

export const submitButton = (page: Page) => page.getByRole("button", { name: "Enviar simulação" });

/** Expects the notice that the simulation was sent. */
export const succeeded = (page: Page) =>
  expect(toast(page, "Simulação enviada com sucesso!")).toContainText(
    "Entraremos em contato em breve.",
  );
/** Clicks the button that opens an empty form after a simulation. */
export const startAnew = (page: Page) =>
  page.getByRole("button", { name: "Fazer outra simulação" }).click();

/** Expects the notice that sending failed. Section 8 of the specification contains the notice's text. */
export const failed = (page: Page) =>
  expect(toast(page, "Erro ao enviar simulação")).toContainText("Por favor, tente novamente.");
