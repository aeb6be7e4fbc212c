import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { photoSample } from "../../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { expect } from "./journey.ts";

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

/** Returns the version of a claim as staff know it. */
export async function claimVersion({ sql }: FullStack, claimId: string): Promise<number> {
  const [row] = await sql`select private.claim_version(${claimId}) as version`;
  return Number(row?.["version"]);
}

interface OpenedClaim {
  /** E-mail address of the landlord who opens the claim; staff open it when absent. */
  address?: string;
  /** Days from the damage until today. */
  daysAgo?: number;
  items?: readonly { kind: string; description: string; asked: number }[];
}

/** Opens a claim on a contract in the database, without a page. Returns its id and protocol. */
export async function openClaimOn(
  { sql }: FullStack,
  contractId: string,
  {
    address,
    daysAgo = 0,
    items = [{ kind: "repair", description: "Porta", asked: 100 }],
  }: OpenedClaim = {},
) {
  const asked = items.map((item) => ({ id: crypto.randomUUID(), ...item }));
  const [claim] = await sql`
    select (made).id, (made).protocol from (
      select private.open_claim(
        lease_id, ${address === undefined ? "staff" : "landlord"}, ${address ?? null}, gen_random_uuid(),
        private.today_in_brasilia() - ${daysAgo}::integer, ${sql.json(asked)}::jsonb, null
      ) as made
      from public.contracts where id = ${contractId}
    ) as opened`;
  return { id: String(claim?.["id"]), protocol: String(claim?.["protocol"]) };
}

/** Link of the landlord's page in mails, with or without a lease. */
export const landlordPageLink = /https?:\S+\/locador#[\w-]{22}(?:\/[\w-]{36})?/;
