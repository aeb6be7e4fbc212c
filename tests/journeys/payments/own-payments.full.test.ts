// @module-tag full
import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils/get-pix-payload-info";
import type { Page } from "@playwright/test";
import { beforeAll, it } from "vitest";
import { z } from "zod";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { seedDemoPayments } from "../../../supabase/local/seed/demo-payments.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { downloadedPdf } from "../../support/pages/downloaded-pdf.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const today = todayInBrasilia();

beforeAll(async () => {
  const { sql: database, supabase } = journey.stack;
  await seedDemoPayments({ ...supabase, database });
});

const card = (page: Page) => page.getByRole("region", { name: "Pagamentos" });

/** Opens the contract whose fee has three instalments: the first is paid, the second is partly paid. */
async function openPlan(width: number): Promise<Page> {
  const { stack } = journey;
  const { inInstalments: account } = stack.supabase.accounts;
  const page = await journey.newPage({ width });
  const session = await createSession(stack, await contractAccount(stack, account));
  await storeContractSession(stack, page, { contractNumber: account.contractNumber, session });
  await page.goto(`${stack.siteUrl}/contrato`);
  return page;
}

/** Returns the charges of the plan by instalment. */
async function chargesOfPlan() {
  const { sql, supabase } = journey.stack;
  const rows = await sql`
    select charge.id, private.open_amount(charge)::float as open, charge.due_on::text as "dueOn"
    from public.charges as charge join public.contracts as contract on contract.id = charge.contract_id
    where contract.contract_number = ${supabase.accounts.inInstalments.contractNumber}
      and charge.kind = 'fee' order by charge.instalment`;
  return z.array(z.object({ id: z.string(), open: z.number(), dueOn: z.string() })).parse(rows);
}

/** Books a payment of the whole open amount of an instalment. Returns the id of the payment. */
async function book({ id, open }: { id: string; open: number }): Promise<string> {
  const movement_id = crypto.randomUUID();
  await callAsStaff(journey.stack, "book_payment", {
    movement_id,
    charge_id: id,
    paid_on: today,
    amount: open,
    seen_open: open,
  });
  return movement_id;
}

async function receiptOf(movement: string) {
  const [row] = await journey.stack.sql`
    select number, code from private.receipts where movement_id = ${movement}`;
  return z.object({ number: z.string(), code: z.string() }).parse(row);
}

it("a plan of three shows each instalment with its code, what arrived, what is missing, and receipts", async () => {
  const [, second, third] = await chargesOfPlan();
  if (!second || !third) throw new Error("The plan has three instalments.");
  const page = await openPlan(360);
  const money = card(page);
  await expect(money).toContainText("A parcela 1 de 3 da taxa, de R$ 420,00, foi paga em ");
  await expect(money).toContainText("A parcela 2 de 3 da taxa, de R$ 420,00");
  await expect(money).toContainText("Recebemos R$ 200,00; faltam R$ 220,00.");
  await expect(money).toContainText("Ao todo faltam R$ 640,00.");
  const codes = await money.locator("code").allTextContents();
  const number = journey.stack.supabase.accounts.inInstalments.contractNumber.replaceAll("-", "");
  expect(codes.map((code) => getPixPayloadInfo(code.trim()))).toMatchObject([
    { amount: 220, txid: `${number}P02` },
    { amount: 420, txid: `${number}P03` },
  ]);
  // The Pix code of a later instalment is collapsed until the tenant opens it.
  await expect(money.getByRole("img", { name: "Código QR do Pix" })).toHaveCount(1);
  await money.getByText("Código do Pix: Taxa da fiança, parcela 3 de 3").click();
  await expect(money.getByRole("img", { name: "Código QR do Pix" })).toHaveCount(2);
  await checkAccessibility(page);

  const rest = await receiptOf(await book(second));
  await page.reload();
  await expect(money).toContainText("A parcela 2 de 3 da taxa, de R$ 420,00, foi paga em ");
  await expect(money).not.toContainText("Ao todo faltam");
  await expect(money.getByRole("listitem").filter({ hasText: rest.number })).toContainText(
    `Recebemos R$ 220,00 em ${formatShortDate(today)}`,
  );
  const text = await downloadedPdf(page, `Baixar o recibo ${rest.number}`);
  expect(text).toContain("R$ 220,00 (duzentos e vinte reais)");
  expect(text).toContain("Taxa da fiança, parcela 2 de 3 (R$ 420,00)");
  await page.setViewportSize({ width: 1440, height: 900 });
  await checkAccessibility(page);
});

it("a reversed payment is owed again, and its receipt is void on the page, on paper and for its code", async () => {
  const [, , third] = await chargesOfPlan();
  if (!third) throw new Error("The plan has three instalments.");
  const movement = await book(third);
  const { number, code } = await receiptOf(movement);
  const visitor = await journey.open(`/verificar#${code}`, { width: 360 });
  const genuine = visitor.getByRole("region", { name: "Recibo verdadeiro" });
  await expect(genuine).toContainText("R$ 420,00");
  await expect(genuine).toContainText("Taxa da fiança, parcela 3 de 3: R$ 420,00");
  await expect(genuine).toContainText("G. H. P.");
  await expect(visitor.locator("main")).not.toContainText("Gustavo");
  await checkAccessibility(visitor);

  const page = await openPlan(1440);
  await expect(card(page)).toContainText("A parcela 3 de 3 da taxa, de R$ 420,00, foi paga em ");
  await callAsStaff(journey.stack, "reverse_payment", {
    movement_id: movement,
    reason: "Era de outro contrato",
  });
  await page.reload();
  await expect(card(page)).toContainText(
    `A parcela 3 de 3 da taxa, de R$ 420,00, vence em ${formatShortDate(third.dueOn)}`,
  );
  const entry = card(page).getByRole("listitem").filter({ hasText: number });
  await expect(entry).toContainText("Estornado: este recibo não vale mais.");
  const text = await downloadedPdf(page, `Baixar o recibo ${number}`);
  expect(text).toContain("Este documento não vale como recibo.");
  await checkAccessibility(page);

  await visitor.getByRole("button", { name: "Verificar" }).click();
  const isVoid = visitor.getByRole("region", { name: "Recibo que não vale mais" });
  await expect(isVoid).toContainText(`Estornado em ${formatShortDate(today)}`);
  await checkAccessibility(visitor);
});
