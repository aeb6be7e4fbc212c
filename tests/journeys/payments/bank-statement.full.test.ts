// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { deleteContracts } from "../../../supabase/tests/support/delete-contracts.ts";
import { confirmAccount, oweRefund } from "../../../supabase/tests/support/owe-refund.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  closeToast,
  expect,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { addOwedFee, bringStatement, openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const day = formatShortDate(todayInBrasilia());

beforeEach(async () => {
  const { sql } = journey.stack;
  await deleteContracts(sql);
  await sql`delete from private.statement_layouts`;
});

const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const line = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const summary = (page: Page) => group(page, "Resumo do extrato");

async function nameAccount(page: Page, account: string): Promise<void> {
  await page.getByLabel("Nome da conta").fill(account);
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
}

it("every row of a statement is booked, waits for a decision, was known before, or is left out with its reason", async () => {
  const { stack } = journey;
  const paysAll = { number: "PF-2026-00000000D1", tenant: "Paga Tudo", fee: 1776 };
  await addOwedFee(stack, paysAll);
  const paysHalf = { number: "PF-2026-00000000D2", tenant: "Paga Metade", fee: 1700 };
  await addOwedFee(stack, paysHalf);
  const paysMore = { number: "PF-2026-00000000D3", tenant: "Paga Demais", fee: 500 };
  await addOwedFee(stack, paysMore);
  await addOwedFee(stack, { number: "PF-2026-00000000D4", tenant: "Depositou", fee: 55 });
  const refunded = await addOwedFee(stack, {
    number: "PF-2026-00000000D5",
    tenant: "Recebe Devolução",
    fee: 77,
  });
  await oweRefund(stack.sql, refunded);
  await confirmAccount(stack.sql, refunded);
  const page = await journey.newPage(desk);
  await openAsStaff(stack, page, "/admin/extrato");

  await bringStatement(page, "ruim.csv", `Data;Histórico;Valor\n${day};PIX;1e308`);
  await expect(page.getByRole("heading", { name: "O que é cada coluna?" })).toBeVisible();
  await checkAccessibility(page);

  const csv = [
    "Banco Exemplo",
    "Data;Histórico;Valor;Saldo",
    `${day};SALDO ANTERIOR;;9.000,00`,
    `${day};PIX RECEBIDO ${paysAll.number.replaceAll("-", "")} ANA;1.776,00;`,
    `${day};PIX RECEBIDO ${paysAll.number} DE NOVO;1.776,00;`,
    `${day};PIX RECEBIDO ${paysHalf.number};850,00;`,
    `${day};PIX RECEBIDO ${paysMore.number};600,00;`,
    `${day};=HYPERLINK("http://x");55,00;`,
    `${day};TED DE ALGUEM;31,00;`,
    `${day};TED DE OUTRO CONTRATO;32,00;`,
    `${day};PIX ENVIADO RECEBE DEVOLUCAO;-300,00;`,
    `${day};TARIFA;-9,90;`,
    `${day};PIX RECEBIDO ${paysHalf.number};850,00;`,
    `${day};ISTO NÃO É VALOR;abc;`,
    `${day};SALDO DO DIA;;12.000,00`,
  ].join("\r\n");
  await bringStatement(page, "extrato.csv", csv);
  await expect(page.getByRole("heading", { name: "De qual conta é este extrato?" })).toBeVisible();
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(page.getByRole("alert")).toContainText("Diga o nome da conta.");
  await checkAccessibility(page);
  await nameAccount(page, "Conta principal");
  await expect(page.getByText("Conta: Conta principal")).toBeVisible();
  await expect(summary(page)).toContainText("extrato.csv: 10 lançamentos");
  await expect(summary(page)).toContainText(
    "Pagam uma cobrança2Para decidir6Saídas2Já registradas0",
  );
  const out = group(page, "Fora do extrato");
  await expect(out.getByRole("listitem")).toHaveCount(3);
  await expect(out).toContainText(`Linha 3Saldo${day} SALDO ANTERIOR 9.000,00`);
  await expect(out).toContainText("Linha 14“abc” não é um valor em reais.");
  await expect(out).toContainText("Linha 15Saldo");
  const paid = group(page, "Pagam uma cobrança");
  await expect(paid.getByRole("checkbox")).toHaveCount(2);
  await checkAccessibility(page);

  const chosen = (text: string) => line(page, text).getByRole("combobox").locator("option:checked");
  await expect(chosen("DE NOVO")).toHaveText("Fica como saldo do contrato, a devolver ou a alocar");
  await expect(chosen(paysMore.number)).toHaveText(/^Taxa, R\$\s500,00 até/);
  await expect(line(page, paysMore.number)).toContainText("É mais do que está em aberto");
  await expect(chosen("ENVIADO RECEBE")).toHaveText(/^Ana Márcia: Devolução, R\$\s300,00/);
  await expect(line(page, "ENVIADO RECEBE")).toContainText("Pix •••m.br");
  await expect(line(page, "TARIFA")).toContainText("Nada do que há a pagar é deste valor.");
  await line(page, "HYPERLINK").getByRole("combobox").selectOption({ index: 1 });
  await line(page, "TED DE ALGUEM")
    .getByRole("combobox")
    .selectOption("Entrou, e ainda não se sabe de quem é");
  const other = line(page, "TED DE OUTRO CONTRATO");
  await other.getByRole("combobox").selectOption("De outro contrato…");
  await other.getByLabel("Número do contrato").fill("PF-2026-FFFFFFFFFF");
  await line(page, "TARIFA").getByRole("combobox").selectOption("Deixar de lado");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Registrar 9 lançamentos" }).click();
  await expect(toast(page, "8 lançamentos registrados")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Linha 10: o contrato não existe.");
  // The failed line still shows the contract number that staff typed.
  await expect(other.getByLabel("Número do contrato")).toHaveValue("PF-2026-FFFFFFFFFF");
  await other.getByRole("combobox").selectOption("Deixar de lado");
  await page.getByRole("button", { name: "Guardar as decisões" }).click();
  await expect(group(page, "Para decidir")).toContainText("Nenhuma entrada em dúvida.");
  await checkAccessibility(page);

  // Staff upload the same file again. The page asks for the account of every file, and suggests the previous answer.
  await page.reload();
  await bringStatement(page, "de novo.csv", csv);
  await expect(page.getByLabel("Nome da conta")).toHaveValue("Conta principal");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(summary(page)).toContainText("Para decidir0Saídas0Já registradas8");
  await expect(page.getByRole("button", { name: "Registrar 0 lançamentos" })).toBeDisabled();
  // The page lists a line as already booked. Staff book the line as a different payment.
  const before = group(page, "Já registradas");
  await before.getByRole("heading", { name: "Já registradas (8)" }).click();
  const repeated = before.getByRole("listitem").filter({ hasText: "TED DE ALGUEM" });
  await repeated.getByRole("button", { name: "É outro lançamento" }).click();
  await repeated.getByRole("combobox").selectOption("Entrou, e ainda não se sabe de quem é");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Registrar 1 lançamento" }).click();
  await expect(toast(page, "1 lançamento registrado")).toBeVisible();

  // Lines are compared only within one account, so no line counts as booked when staff choose another account.
  await page.getByRole("button", { name: "Mudar a conta" }).click();
  await nameAccount(page, "Conta da filial");
  await expect(summary(page)).toContainText("Já registradas0");

  // The list of unallocated money has four entries: the two bookings of the line without a contract, one whole payment,
  // and the surplus of another payment.
  await page.goto(`${stack.siteUrl}/admin/pagamentos`);
  await page.getByText("A alocar", { exact: true }).first().click();
  const list = group(page, "Recebimentos");
  await expect(list.getByRole("button", { name: "Sem contrato" })).toHaveCount(2);
  await expect(list.getByRole("button", { name: "Paga Tudo" })).toContainText("R$ 1.776,00");
  await expect(list.getByRole("button", { name: "Paga Demais" })).toContainText("sobram R$ 100,00");
  await list.getByRole("button", { name: "Sem contrato" }).first().click();
  const lone = group(page, "Entrada sem contrato");
  await expect(lone).toContainText("TED DE ALGUEM");
  await checkAccessibility(page);
  await lone.getByRole("button", { name: "Alocar a uma cobrança" }).click();
  const dialog = page.getByRole("dialog", { name: "Alocar a uma cobrança" });
  await dialog.getByLabel("Buscar por nome, contrato ou código do Pix").fill("Recebe Devolução");
  const charge = dialog.getByLabel("Cobrança", { exact: true });
  await expect(charge.locator("option")).toHaveCount(2);
  await charge.selectOption({ index: 1 });
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "Alocar" }).click();
  await expect(toast(page, "Valor alocado")).toBeVisible();
  await expect(page.getByText("Este lançamento saiu da lista")).toBeVisible();
  await expect(list.getByRole("button", { name: "Sem contrato" })).toHaveCount(1);
});

const halves = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM><BANKTRANLIST>
${[1, 2]
  .map(
    (id) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${todayInBrasilia().replaceAll("-", "")}<TRNAMT>888.00<FITID>H${id}<MEMO>PIX RECEBIDO PF202600000000E1 ANA</STMTTRN>`,
  )
  .join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

it("two halves are two payments, the company's own refund is money out, and a returned transfer is undone", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const id = await addOwedFee(stack, {
    number: "PF-2026-00000000E1",
    tenant: "Ana Beatriz",
    fee: 1776,
  });
  await oweRefund(sql, id);
  await confirmAccount(sql, id);
  const page = await journey.newPage({ ...desk, width: 1366, height: 640 });
  await openAsStaff(stack, page, "/admin/extrato");
  await bringStatement(page, "metades.ofx", halves);
  // An OFX file contains the account number, so the page does not ask for the account.
  await expect(page.getByText("Conta: 0341 12345-6")).toBeVisible();
  await expect(summary(page)).toContainText("Pagam uma cobrança1Para decidir1");
  await expect(line(page, "É menos do que está em aberto")).toHaveCount(1);
  await page.getByRole("button", { name: "Registrar 2 lançamentos" }).click();
  await expect(toast(page, "2 lançamentos registrados")).toBeVisible();
  const [charge] = await sql`
    select allocated::float, is_open from public.charges where txid = 'PF202600000000E1'`;
  expect(charge).toEqual({ allocated: 1776, is_open: false });

  // The amounts in this file have no sign. A separate column tells whether money came in or went out.
  const columns = '"Data","Detalhes","Valor","Tipo Lançamento"';
  const sent = `"${day}","DEVOLUCAO PF202600000000E1","300,00","Saída"`;
  await bringStatement(page, "devolucao.csv", [columns, sent].join("\n"));
  await nameAccount(page, "Conta principal");
  await expect(summary(page)).toContainText("Pagam uma cobrança0Para decidir0Saídas1");
  await page.getByRole("button", { name: "Registrar 1 lançamento" }).click();
  await closeToast(page, "1 lançamento registrado");
  await checkAccessibility(page);

  // The bank returns the transfer, and the refund is owed again.
  const returned = `"${day}","PIX DEVOLVIDO","300,00","Entrada"`;
  await bringStatement(page, "devolvida.csv", [columns, sent, returned].join("\n"));
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(summary(page)).toContainText("Para decidir1Saídas0Já registradas1");
  const option = line(page, "PIX DEVOLVIDO").locator("option", {
    hasText: "Transferência devolvida",
  });
  await line(page, "PIX DEVOLVIDO")
    .getByRole("combobox")
    .selectOption(String(await option.getAttribute("value")));
  await page.getByRole("button", { name: "Registrar 1 lançamento" }).click();
  await expect(toast(page, "1 lançamento registrado")).toBeVisible();
  await page.goto(`${stack.siteUrl}/admin/a-pagar`);
  await expect(page.getByRole("search")).toContainText("A pagarR$ 300,00");
  await checkAccessibility(page);
});

it("amounts without a direction are asked about", async () => {
  const { stack } = journey;
  const page = await journey.newPage({
    width: 360,
    height: 780,
    expectedErrors: [refusedByServer],
  });
  await openAsStaff(stack, page, "/admin/extrato");
  await bringStatement(page, "sem-sinal.ofx", halves.replaceAll("CREDIT", "OTHER"));
  await expect(page.getByRole("heading", { name: "Entraram ou saíram?" })).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole("combobox").selectOption("Entraram na conta");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  await expect(summary(page)).toContainText("sem-sinal.ofx: 2 lançamentos");
  await checkAccessibility(page);
});
