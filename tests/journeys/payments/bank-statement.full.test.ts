// @module-tag full
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { readPdf } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, startJourney, toast } from "../../support/pages/journey.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const today = todayInBrasilia();

/** A contract of the demonstration, and one more; the fee of each is owed. */
async function owe() {
  const { stack } = journey;
  const [tenant] = stack.supabase.accounts.contracts;
  if (!tenant) throw new Error("The seed has contracts.");
  const other = "PF-2026-0A1B2C3D4E";
  await addContract(stack, { tenant_name: "Paga Outro Valor", contract_number: other });
  await stack.sql`delete from public.payments`;
  await stack.sql`
    insert into public.payments (contract_id, what, amount, due_on, txid)
    select id, 'fee', 1776, ${today}, replace(contract_number, '-', '') from public.contracts
    where contract_number in (${tenant.contractNumber}, ${other})`;
  return { tenant, other };
}

const bring = (page: Page, name: string, text: string) =>
  page
    .getByLabel("Arquivo do banco")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The text of the PDF that a click downloads. */
async function pdfBehind(page: Page, button: string): Promise<string> {
  const downloading = page.context().waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  return (await readPdf(new Uint8Array(await readFile(await download.path())))).text;
}

it("a statement is brought, looked at, decided on and booked once; its receipts are the tenant's and staff's", async () => {
  const { stack } = journey;
  const { tenant, other } = await owe();
  const page = await journey.newPage();
  await storeStaffSession(stack, page, await createSession(stack, stack.supabase.accounts.staff));
  await page.goto(`${stack.siteUrl}/admin/extrato`);

  const day = formatShortDate(today);
  await bring(page, "ruim.csv", `Data;Histórico;Valor\n${day};PIX;1e308`);
  const columns = page.getByRole("heading", { name: "O que é cada coluna?" });
  await expect(columns).toBeVisible();
  await checkAccessibility(page);
  await page.getByLabel("Nome da conta").fill("Conta principal");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(page.getByRole("alert")).toContainText("Linha 2: “1e308” não é um valor em reais.");

  const csv = [
    "Data;Histórico;Valor",
    `${day};PIX RECEBIDO ${tenant.contractNumber.replaceAll("-", "")} ANA;1.776,00`,
    `${day};PIX RECEBIDO ${other};1.700,00`,
    `${day};=HYPERLINK("http://x");55,00`,
    `${day};TARIFA;-9,90`,
  ].join("\r\n");
  await bring(page, "extrato.csv", csv);
  await page.getByLabel("Nome da conta").fill("Conta principal");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(group(page, "Pagam uma taxa").getByRole("checkbox")).toBeChecked();
  const doubts = group(page, "Para decidir").getByRole("listitem");
  await expect(doubts).toHaveCount(2);
  await expect(doubts.first()).toContainText(
    `Cita o contrato ${other}, de Paga Outro Valor, mas a taxa é de R$ 1.776,00.`,
  );
  await expect(doubts.nth(1)).toContainText('=HYPERLINK("http://x")');
  await checkAccessibility(page);
  await doubts.first().getByRole("combobox").selectOption({ index: 1 });
  await doubts.nth(1).getByRole("combobox").selectOption("A taxa de outro contrato…");
  await doubts.nth(1).getByLabel("Número do contrato").fill("PF-2026-FFFFFFFFFF");
  await page.getByRole("button", { name: "Registrar 3 pagamentos" }).click();
  await expect(toast(page, "2 pagamentos registrados")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("1 lançamento não foi registrado");
  // What was typed is still there.
  await expect(doubts).toHaveCount(1);
  await expect(doubts.getByLabel("Número do contrato")).toHaveValue("PF-2026-FFFFFFFFFF");
  await doubts.getByRole("combobox").selectOption("Deixar de lado");
  await page.getByRole("button", { name: "Guardar as decisões" }).click();
  await expect(group(page, "Para decidir")).toContainText("Nenhum lançamento em dúvida.");

  // The same file once more: its columns are known by now, and all of it was booked.
  await page.reload();
  await bring(page, "de novo.csv", csv);
  await expect(group(page, "Resumo do extrato")).toContainText("Já registrados2Deixados de lado1");
  await expect(page.getByRole("button", { name: "Registrar 0 pagamentos" })).toBeDisabled();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Baixar CSV para a contabilidade" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`pagamentos-${today.slice(0, 7)}.csv`);
  const exported = await readFile(await download.path(), "utf8");
  expect(exported).toContain(`Taxa;1.776,00;${tenant.contractNumber};`);
  expect(exported).toContain("Valor no extrato: R$ 1.700,00");

  const [contract] = await stack.sql`
    select id from public.contracts where contract_number = ${tenant.contractNumber}`;
  await page.goto(`${stack.siteUrl}/admin/contratos#${contract?.["id"]}`);
  const receipts = group(page, "Recibos");
  await expect(receipts).toContainText(`Taxa de R$ 1.776,00, paga em ${day}`);
  const text = await pdfBehind(page, "Abrir recibo");
  expect(text).toContain("R$ 1.776,00 (mil setecentos e setenta e seis reais)");
  await expect(receipts).toContainText("SHA-256");
  await expect(group(page, "Histórico")).toContainText(
    "registrou o pagamento pelo extrato do banco",
  );
  await checkAccessibility(page);

  const account = await contractAccount(stack, tenant);
  const own = await journey.newPage();
  await storeContractSession(stack, own, {
    contractNumber: tenant.contractNumber,
    session: await createSession(stack, account),
  });
  await own.goto(`${stack.siteUrl}/contrato`);
  expect(await pdfBehind(own, `Baixar Recibo da taxa, R$ 1.776,00, ${day}`)).toBe(text);
  await checkAccessibility(own);
});
