import type { Page } from "@playwright/test";
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

export interface Applicant {
  fullName: string;
  email: string;
  cpf: string;
}

/** Fills in every field of /simular, as it accepts it. */
export async function fillIn(page: Page, { fullName, email, cpf }: Applicant): Promise<void> {
  await page.getByLabel("Nome completo").fill(fullName);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Telefone com WhatsApp").fill("44999998888");
  await page.getByLabel("CPF").fill(cpf);
  await page.getByLabel("Data de nascimento").fill("1990-05-10");
  await page.getByLabel("Renda mensal").fill("5250,5");
  await page.getByLabel("Profissão").fill("Professora");
  await page.getByLabel("Endereço do imóvel").fill("Rua das Flores, 10");
  await page.getByLabel("Cidade").fill("Maringá");
  await page.getByLabel("Estado").selectOption("Paraná");
  await page.getByLabel("Valor do aluguel").fill("1850");
  await page.getByLabel("Nome do proprietário").fill("Carlos Nogueira");
  await page.getByLabel("Telefone do proprietário").fill("4433334444");
  await page.getByLabel("Observações").fill("Mudança em março.");
  await page.getByRole("checkbox").check();
}

export const submitButton = (page: Page) => page.getByRole("button", { name: "Enviar simulação" });

/** The visitor is told of the success. */
export const succeeded = (page: Page) =>
  expect(toast(page, "Simulação enviada com sucesso!")).toContainText(
    "Entraremos em contato em breve.",
  );
/** The visitor is told of a failure, with the text of section 8. */
export const failed = (page: Page) =>
  expect(toast(page, "Erro ao enviar simulação")).toContainText("Por favor, tente novamente.");
