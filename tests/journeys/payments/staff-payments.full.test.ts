// @module-tag full
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { changeLedger, deleteContracts } from "../../../supabase/tests/support/delete-contracts.ts";
import { tenantAccount } from "../../../supabase/tests/support/owe-refund.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { downloadedPdf } from "../../support/pages/downloaded-pdf.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { addOwedFee, bringStatement, openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const today = formatShortDate(todayInBrasilia());

beforeEach(async () => {
  const { sql } = journey.stack;
  await deleteContracts(sql);
  await sql`update private.staff_settings set undo_seconds = 0`;
});

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const entry = (page: Page, title: string, text: string | RegExp) =>
  part(page, title).getByRole("listitem").filter({ hasText: text });

/** Opens the only row of a list. */
async function openRow(page: Page, list: string, name: string): Promise<void> {
  await part(page, list).getByRole("button", { name }).click();
}

it("half of a fee is booked, then the rest, each with its own receipt", async () => {
  const { stack } = journey;
  await addOwedFee(stack, { number: "PF-2026-00000000A1", tenant: "Paga Metade", fee: 1776 });
  const page = await journey.newPage(desk);
  await openAsStaff(stack, page, "/admin/pagamentos");
  await page.getByText("A vencer", { exact: true }).click();
  const sums = page.getByRole("search");
  await expect(sums).toContainText("A receberR$ 1.776,00Próximos 7 diasR$ 1.776,00");
  // A colleague adds a contract. The page loads the list and its sums again when the window gets the focus.
  await addOwedFee(stack, { number: "PF-2026-00000000A2", tenant: "Deve Outra", fee: 100 });
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect(part(page, "Recebimentos")).toContainText("2 cobranças");
  await expect(sums).toContainText("A receberR$ 1.876,00Próximos 7 diasR$ 1.876,00");
  await openRow(page, "Recebimentos", "Paga Metade");

  const charge = entry(page, "Cobranças", "Taxa: R$ 1.776,00");
  await charge.getByRole("button", { name: "Registrar pagamento" }).click();
  const dialog = page.getByRole("dialog", { name: "Registrar pagamento recebido" });
  const amount = dialog.getByLabel("Valor recebido");
  await expect(amount).toHaveValue("1.776,00");
  await amount.fill("0");
  await dialog.getByRole("button", { name: "Registrar" }).click();
  await expect(dialog.getByText("Informe um valor maior que zero")).toBeVisible();
  await checkAccessibility(page);
  await amount.fill("888");
  await dialog.getByLabel("Anotação (opcional)").fill("Comprovante por e-mail");
  await dialog.getByRole("button", { name: "Registrar" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(charge).toContainText("Paga em parte");
  await expect(charge).toContainText("ChegouR$ 888,00FaltaR$ 888,00");
  // The sums above the list now take the payment into account.
  await expect(sums).toContainText("A receberR$ 988,00Próximos 7 diasR$ 988,00");
  const half = entry(page, "Lançamentos", `Entrada de R$ 888,00 em ${today}`);
  await expect(half).toHaveCount(1);
  await expect(half).toContainText("R$ 888,00 para a taxa");
  await expect(half).toContainText("Comprovante por e-mail");
  await checkAccessibility(page);

  await charge.getByRole("button", { name: "Registrar pagamento" }).click();
  await expect(amount).toHaveValue("888,00");
  await dialog.getByRole("button", { name: "Registrar" }).click();
  await expect(charge).toContainText("Paga");
  await expect(charge).toContainText("FaltaR$ 0,00");
  await expect(half).toHaveCount(2);
  await expect(sums).toContainText("A receberR$ 100,00");
  const receipts = half.getByRole("button", { name: /^Recibo RC-/ });
  for (const place of [0, 1]) {
    const receipt = await receipts.nth(place).textContent();
    const text = await downloadedPdf(page, String(receipt));
    expect(text).toContain("R$ 888,00 (oitocentos e oitenta e oito reais)");
  }
  await page.getByText("Recebidos", { exact: true }).click();
  await expect(sums).toContainText("EntradasR$ 1.776,00");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Baixar CSV para a contabilidade" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.split("\r\n").slice(-4)).toEqual([
    ";Total de entradas;;1.776,00;;;;;;;",
    ";Total de saídas;;0,00;;;;;;;",
    ";Saldo;;1.776,00;;;;;;;",
    "",
  ]);
});

it("a second payment of a paid code stays with its contract and is refunded to the confirmed account", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const number = "PF-2026-00000000B2";
  const id = await addOwedFee(stack, { number, tenant: "Pagou Duas Vezes", fee: 1776 });
  await addOwedFee(stack, { number: "PF-2026-00000000B3", tenant: "Não Pagou", fee: 1776 });
  const page = await journey.newPage(desk);
  await openAsStaff(stack, page, "/admin/extrato");
  await bringStatement(
    page,
    "duas-vezes.csv",
    [
      "Data;Histórico;Valor",
      `${today};PIX RECEBIDO ${number} MANHA;1.776,00`,
      `${today};PIX RECEBIDO ${number} TARDE;1.776,00`,
    ].join("\r\n"),
  );
  await page.getByLabel("Nome da conta").fill("Conta das devoluções");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  const second = part(page, "Para decidir").getByRole("listitem");
  await expect(second).toHaveCount(1);
  await expect(second.getByRole("combobox").locator("option:checked")).toHaveText(
    "Fica como saldo do contrato, a devolver ou a alocar",
  );
  await expect(second).not.toContainText("Não Pagou");
  await page.getByRole("button", { name: "Registrar 2 lançamentos" }).click();
  await expect(toast(page, "2 lançamentos registrados")).toBeVisible();

  await page.goto(`${stack.siteUrl}/admin/pagamentos`);
  await page.getByText("A alocar", { exact: true }).first().click();
  await openRow(page, "Recebimentos", "Pagou Duas Vezes");
  const left = entry(page, "Lançamentos", "R$ 1.776,00 a devolver ou a alocar");
  await checkAccessibility(page);
  await left.getByRole("button", { name: "Devolver" }).dblclick();
  await expect(toast(page, "Devolução criada")).toBeVisible();
  await expect(left).toHaveCount(0);
  const refund = entry(page, "Cobranças", "Devolução: R$ 1.776,00");
  await expect(refund).toHaveCount(1);
  await expect(refund).toContainText("O locatário ainda não confirmou a conta.");
  await expect(refund.getByRole("button", { name: "Registrar devolução" })).toHaveCount(0);

  // Staff cancel the refund with a reason, and order the refund again.
  await refund.getByRole("button", { name: "Cancelar a devolução" }).click();
  const cancel = page.getByRole("dialog", { name: "Cancelar a devolução?" });
  await cancel.getByLabel("Motivo").fill("Vai alocar");
  await cancel.getByRole("button", { name: "Cancelar a devolução" }).click();
  await expect(left).toHaveCount(1);
  await left.getByRole("button", { name: "Devolver" }).click();
  await expect(left).toHaveCount(0);

  await sql`
    insert into public.refund_accounts (contract_id, account, version, confirmed_at)
    values (${id}, ${sql.json(tenantAccount)}, 1, now())`;
  await page.goto(`${stack.siteUrl}/admin/a-pagar`);
  await expect(page.getByRole("search")).toContainText("A pagarR$ 1.776,00");
  const row = part(page, "A pagar").getByRole("button", { name: "Ana Márcia" });
  await expect(row).toContainText("Pix •••m.br");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Baixar CSV para o banco" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain(
    `Devolução;Ana Márcia;529.982.247-25;Pix ana@exemplo.com.br;1.776,00;${number}`,
  );
  await row.click();
  const payable = part(page, "Ana Márcia");
  await checkAccessibility(page);
  await payable.getByRole("button", { name: "Registrar pagamento" }).click();
  const pay = page.getByRole("dialog", { name: "Registrar o pagamento feito" });
  await expect(pay).toContainText("Pix •••m.br");
  await checkAccessibility(page);
  // The tenant confirms another account while the dialog is open.
  await sql`
    update public.refund_accounts set version = 2,
      account = account || '{"key": "outra@exemplo.org"}'
    where contract_id = ${id}`;
  await pay.getByRole("button", { name: "Registrar" }).click();
  await expect(pay.getByRole("alert")).toContainText("A conta mudou.");
  await expect(pay).toContainText("Pix •••.org");
  await checkAccessibility(page);
  await pay.getByRole("button", { name: "Registrar" }).click();
  await expect(pay).toBeHidden();
  await expect(page.getByRole("search")).toContainText("A pagarR$ 0,00");

  await page.goto(`${stack.siteUrl}/admin/contratos#${id}`);
  const paid = entry(page, "Lançamentos", `Saída de R$ 1.776,00 em ${today}`);
  await expect(paid).toContainText("Conta: Pix •••.org");
  await expect(part(page, "Pagamentos")).toContainText("DevolvidoR$ 1.776,00");
  const receipt = await paid.getByRole("button", { name: /^Recibo RC-/ }).textContent();
  expect(await downloadedPdf(page, String(receipt))).toContain("Comprovante de devolução");
  await expect(part(page, "Histórico")).toContainText("registrou o pagamento de uma devolução");
});

it("a payment is reversed on the next day, and all that followed from it is taken back", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const email = "estornada@exemplo.com.br";
  const id = await addOwedFee(stack, {
    number: "PF-2026-00000000C3",
    tenant: "Paga Estornada",
    fee: 900,
    email,
  });
  const page = await journey.newPage(phone);
  await openAsStaff(stack, page, `/admin/contratos#${id}`);
  const charge = entry(page, "Cobranças", "Taxa: R$ 900,00");
  await charge.getByRole("button", { name: "Registrar pagamento" }).click();
  const dialog = page.getByRole("dialog", { name: "Registrar pagamento recebido" });
  await dialog.getByLabel("Valor recebido").fill("1000");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "Registrar" }).click();
  await expect(toast(page, "Pagamento registrado")).toContainText(
    "Paga Estornada. Sobram R$ 100,00",
  );
  const movement = entry(page, "Lançamentos", "Entrada de R$ 1.000,00");
  await movement.getByRole("button", { name: "Devolver" }).click();
  const refund = entry(page, "Cobranças", "Devolução: R$ 100,00");
  await expect(refund).toContainText("A devolver");
  const letterFee = async () => {
    const [row] = await sql`select letter_fee from public.contracts where id = ${id}`;
    return row?.["letter_fee"];
  };
  expect(await letterFee()).toBe("paid");
  await stack.mail(email, /^Recebemos o seu pagamento/);

  // This change moves the booking to yesterday, so that the reversal happens a day later.
  await changeLedger(sql, "update public.movements set booked_at = booked_at - interval '1 day'");
  await page.reload();
  await movement.getByRole("button", { name: "Estornar" }).click();
  const reversal = page.getByRole("dialog", { name: "Estornar o pagamento?" });
  await reversal.getByRole("button", { name: "Estornar" }).click();
  await expect(reversal.getByText("Informe o motivo")).toBeVisible();
  await checkAccessibility(page);
  await reversal.getByLabel("Motivo").fill("Era de outro contrato");
  await reversal.getByRole("button", { name: "Estornar" }).click();
  await expect(reversal).toBeHidden();
  await expect(movement).toContainText("Estornado");
  await expect(movement).toContainText(": Era de outro contrato");
  await expect(movement.getByRole("button", { name: "Estornar" })).toHaveCount(0);
  await expect(charge).toContainText("A vencer");
  await expect(charge).toContainText("FaltaR$ 900,00");
  await expect(refund).toContainText("Cancelada");
  await expect(part(page, "Pagamentos")).toContainText("A receberR$ 900,00RecebidoR$ 0,00");
  await expect(part(page, "Histórico")).toContainText("estornou um pagamento da taxa");
  await checkAccessibility(page);
  expect(await letterFee()).toBe("awaited");
  const correction = await stack.mail(email, /^Corrigimos um lançamento/);
  expect(correction.text).toMatch(/R\$\s1\.000,00/);
  expect(correction.text).toContain("Era de outro contrato");

  await page.goto(`${stack.siteUrl}/admin/pagamentos`);
  await page.getByText("Recebidos", { exact: true }).click();
  await expect(part(page, "Recebimentos").getByRole("button")).toContainText("Estornado");
  await checkAccessibility(page);
});
