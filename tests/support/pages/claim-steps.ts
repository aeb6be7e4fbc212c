import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { photoSample } from "../../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { expect } from "./journey.ts";
import { contractAccount, createSession, storeContractSession } from "./stored-sessions.ts";

interface TypedItem {
  /** Value of the kind's option. */
  kind: string;
  description: string;
  /** Amount as typed, for example 1.200,50. */
  amount: string;
}

/** Adds an item to the form of a new claim on the landlord's page. */
export async function addClaimItem(page: Page, { kind, description, amount }: TypedItem) {
  await page.getByRole("button", { name: "Acrescentar um item" }).click();
  const dialog = page.getByRole("dialog", { name: "Item" });
  await dialog.getByLabel("Tipo", { exact: true }).selectOption(kind);
  await dialog.getByLabel("O que aconteceu e onde").fill(description);
  await dialog.getByLabel("Valor").fill(amount);
  await dialog.getByRole("button", { name: "Guardar o item" }).click();
  await expect(dialog).toBeHidden();
}

/** Returns a photo as a file field takes it. */
export const photoFile = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await photoSample()),
});

/** Sends a photo of an inspection from the page of the tenant or of the landlord. */
export async function sendReportPhoto(page: Page, moment: "entry" | "exit"): Promise<void> {
  const report = page.getByRole("region", { name: "Vistorias e prazo da garantia" });
  await report.getByLabel("Qual vistoria").selectOption(moment);
  await report.getByLabel("Escolher fotos ou arquivos").setInputFiles(await photoFile("sala.jpg"));
  await expect(report.getByText("1 de 1 recebidos")).toBeVisible();
}

/** Opens the tenant's page of a contract with a session, or the claim with the id `claimId` there. */
export async function openContractPage(
  stack: FullStack,
  page: Page,
  account: { contractNumber: string; password: string },
  claimId?: string,
): Promise<void> {
  const session = await createSession(stack, await contractAccount(stack, account));
  await storeContractSession(stack, page, { contractNumber: account.contractNumber, session });
  await page.goto(`${stack.siteUrl}/contrato${claimId === undefined ? "" : `#${claimId}`}`);
}

/** Link of the landlord's page in mails, with or without a lease. */
export const landlordPageLink = /https?:\S+\/locador#[\w-]{22}(?:\/[\w-]{36})?/;
