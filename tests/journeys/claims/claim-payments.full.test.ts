// @module-tag full
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { z } from "zod";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { deleteContracts } from "../../../supabase/tests/support/delete-contracts.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { downloadedPdf } from "../../support/pages/downloaded-pdf.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { landlordLink } from "../../support/pages/landlord-leases.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { goOnAs, openAsStaff } from "../../support/pages/staff-money.ts";
import { createSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const today = formatShortDate(todayInBrasilia());
const landlord = "lia.locadora@exemplo.com.br";
const account = {
  kind: "pix",
  key: "lia@exemplo.com.br",
  holder: "Lia Locadora",
  document: "52998224725",
};

beforeEach(async () => {
  const { sql } = journey.stack;
  await deleteContracts(sql);
  await sql`update private.staff_settings set undo_seconds = 0`;
});

/** Timeout of the whole way, which checks some twenty screens at two widths. */
const WHOLE_WAY_MS = 240_000;

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Adds a contract whose landlord has a confirmed e-mail address and claims R$ 1.000,00 for a door. */
async function openClaim() {
  const { stack } = journey;
  const { sql } = stack;
  const contractId = await addContract(stack, {
    tenant_name: "Inquilino Acionado",
    tenant_email: "acionado@exemplo.com.br",
    landlord_name: "Lia Locadora",
    cover_limit: 5000,
    endsIn: -3,
  });
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${landlord}, 'staff', now() from public.contracts where id = ${contractId}`;
  const link = await landlordLink(stack, landlord);
  const item = { kind: "repair", description: "Porta do quarto quebrada", asked: 1000 };
  const items = [{ id: crypto.randomUUID(), ...item }];
  const opened = await callAsStaff(stack, "open_claim_for", {
    contract_id: contractId,
    request: {
      requestId: crypto.randomUUID(),
      happenedOn: addDays(todayInBrasilia(), -5),
      items,
      account,
    },
  });
  const { id } = z.looseObject({ id: z.string() }).parse(opened);
  // The days of both sides are over, and the account may be paid.
  await sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1
    where id = ${id}`;
  await ageAccount(id);
  return { id, link };
}

/** Makes the account of a claim ten days old, so that it may be paid. */
const ageAccount = (claimId: string) => journey.stack.sql`
  update public.claims set account_since = now() - interval '10 days' where id = ${claimId}`;

/** Enters another bank account on the landlord's page and confirms the account by the mailed link. */
async function confirmOtherAccount(owner: Page): Promise<void> {
  await owner.getByRole("button", { name: "Informar outra conta" }).click();
  await owner.getByLabel("Chave Pix").fill("outra@exemplo.com.br");
  await owner.getByLabel("Nome do titular").fill(account.holder);
  await owner.getByLabel("CPF ou CNPJ do titular").fill(account.document);
  await owner.getByRole("button", { name: "Enviar o link de confirmação" }).click();
  await expect(owner.getByText("Enviamos o link.")).toBeVisible();
  const mail = await journey.stack.mail(landlord, /^Confirme a conta do pedido/);
  const [link] = /https?:\S+\/locador#conta=[\w-]+/.exec(mail.text) ?? [];
  const mailbox = await journey.newPage(phone);
  await mailbox.goto(String(link));
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).click();
  await expect(mailbox.getByText(/^Conta confirmada/)).toBeVisible();
}

/** Asks for the landlord's review of all items. */
async function askForReview(claimId: string): Promise<void> {
  const text = "A fechadura foi trocada um mês antes da entrega.";
  await journey.stack.sql`
    select private.ask_review(claim, 'landlord', ${landlord}, (
      select jsonb_agg(item.id) from public.claim_items as item where item.claim_id = claim.id
    ), ${text})
    from public.claims as claim where claim.id = ${claimId}`;
}

const sentSchema = z.looseObject({ account_version: z.number() });

/** Clicks a button that books a payment. Returns the answer's status and the account version that the page sent. */
async function book(page: Page, button: ReturnType<Page["getByRole"]>) {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/rpc/book_payment")),
    button.click(),
  ]);
  const sent = sentSchema.parse(answer.request().postDataJSON());
  return { status: answer.status(), version: sent.account_version };
}

/** Returns the charges of a claim, each with its state. */
async function chargesOf(claimId: string) {
  const rows = await journey.stack.sql`
    select amount::float, private.charge_state(charge) as state from public.charges as charge
    where claim_id = ${claimId} order by created_at`;
  return rows.map(({ amount, state }) => `${String(amount)} ${String(state)}`);
}

/** Opens the list of payments that Payser owes to landlords. */
async function openPayouts(page: Page): Promise<void> {
  await page.goto(`${journey.stack.siteUrl}/admin/a-pagar`);
  await page.getByText("Garantia", { exact: true }).click();
}

it(
  "a claim is paid to a changed account, reviewed, reversed, decided again and paid, and is never owed twice",
  async () => {
    const { stack } = journey;
    const claim = await openClaim();
    const staff = await journey.newPage(desk);
    // Reduced motion keeps toasts from fading, because a half-faded toast would fail the contrast check.
    await staff.emulateMedia({ reducedMotion: "reduce" });
    await openAsStaff(stack, staff, `/admin/acionamentos#${claim.id}`);
    const sheet = part(staff, "Acionamento escolhido");
    await sheet.getByLabel("Valor aprovado do item 1").fill("900");
    await sheet.getByLabel("Motivo do item 1").fill("A fechadura já estava solta na entrada.");
    await sheet.getByRole("button", { name: "Decidir e avisar as partes" }).click();
    await expect(sheet).toContainText("A pagarR$ 900,00");
    await checkBothWidths(staff);

    // A colleague pays the claim, because nobody pays a claim that they opened or decided.
    await expect(sheet.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
    await expect(sheet).toContainText("Quem abriu ou decidiu o acionamento");
    const payer = await addStaff(stack, "active");
    await goOnAs(stack, staff, payer);

    // While the dialog shows an account, the landlord confirms another account. The server therefore refuses the payment.
    await sheet.getByRole("button", { name: "Registrar pagamento" }).click();
    const pay = staff.getByRole("dialog", { name: "Registrar o pagamento da garantia" });
    await expect(pay).toContainText("ValorR$ 900,00");
    await expect(pay).toContainText("Pix: lia@exemplo.com.brLia Locadora, 529.982.247-25");
    await checkBothWidths(staff);
    const owner = await journey.newPage(phone);
    await owner.goto(claim.link);
    await owner.getByRole("button", { name: /^Ver o pedido/ }).click();
    await expect(owner.getByText("A decisão saiu: R$ 900,00 aprovados.")).toBeVisible();
    await checkBothWidths(owner);
    await confirmOtherAccount(owner);
    await ageAccount(claim.id);
    const confirm = pay.getByRole("button", { name: "Registrar pagamento" });
    expect(await book(staff, confirm)).toEqual({ status: 409, version: 0 });
    await expect(pay.getByRole("alert")).toContainText("A conta mudou. Confira a conta nova");
    await expect(pay).toContainText("Pix: outra@exemplo.com.br");
    await checkBothWidths(staff);
    expect(await chargesOf(claim.id)).toEqual(["900 due"]);
    expect(await book(staff, confirm)).toEqual({ status: 200, version: 2 });
    await expect(pay).toBeHidden();
    const entry = (amount: string) =>
      sheet.getByRole("listitem").filter({ hasText: `${amount} em ${today}` });
    await expect(entry("R$ 900,00")).toContainText("Pix •••m.br, em nome de L. L.");
    await expect(sheet.getByText("A pagar", { exact: true })).toHaveCount(0);
    await checkBothWidths(staff);
    const told = await stack.mail(landlord, /^Garantia paga/);
    expect(told.text).toMatch(/R\$\s900,00/);

    // The landlord reads the payment and asks for a review.
    await owner.reload();
    const paidFirst = owner.getByRole("listitem").filter({ hasText: "R$ 900,00, de" });
    await expect(owner.getByText(`Pagamos R$ 900,00 em ${today}: Pix •••m.br`)).toHaveCount(1);
    await checkBothWidths(owner);
    await askForReview(claim.id);

    // Staff reverse the payment during the review. The tenant disputes nothing, so the amount is still owed meanwhile.
    await staff.reload();
    await expect(sheet).toContainText("A fechadura foi trocada um mês antes da entrega.");
    await sheet.getByRole("button", { name: "Estornar" }).click();
    const reversal = staff.getByRole("dialog", { name: "Estornar o pagamento?" });
    await reversal.getByLabel("Motivo").fill("O banco devolveu a transferência");
    await checkBothWidths(staff);
    await reversal.getByRole("button", { name: "Estornar" }).click();
    await expect(entry("R$ 900,00")).toContainText(`Estornado em ${today}`);
    await expect(sheet).toContainText("A pagarR$ 900,00");
    await expect(sheet.getByRole("button", { name: "Registrar pagamento" })).toBeVisible();
    await checkBothWidths(staff);
    await openPayouts(staff);
    await expect(staff.getByRole("search")).toContainText("A pagarR$ 900,00");
    await stack.mail(
      landlord,
      /^Acionamento da garantia PA-/,
      /o pagamento de R\$\s900,00 ao locador, de [\d/]+, foi estornado/,
    );
    await owner.reload();
    await expect(paidFirst).toContainText(`foi estornado em ${today}.`);
    await expect(owner.getByText(`Pagamos R$ 900,00 em ${today}`)).toHaveCount(0);
    await checkBothWidths(owner);

    // Staff decide again with another amount. The list of payments shows the new amount once, and staff pay from this
    // list.
    await stack.sql`
    update public.claim_reviews set answer_until = private.today_in_brasilia() - 1
    where claim_id = ${claim.id}`;
    await staff.goto(`${stack.siteUrl}/admin/acionamentos#${claim.id}`);
    await goOnAs(stack, staff, stack.supabase.accounts.staff);
    // Another person decides the review.
    await expect(sheet).toContainText("a revisão é de outra pessoa da equipe");
    await expect(sheet.getByRole("button", { name: "Decidir e avisar as partes" })).toHaveCount(0);
    const colleague = await journey.newPage(desk);
    const session = await createSession(stack, await addStaff(stack, "active"));
    await storeStaffSession(stack, colleague, session);
    await colleague.goto(staff.url());
    const theirs = part(colleague, "Acionamento escolhido");
    await theirs.getByRole("button", { name: "Aprovar tudo do item 1" }).click();
    await theirs.getByRole("button", { name: "Decidir e avisar as partes" }).click();
    await expect(theirs).toContainText("A pagarR$ 1.000,00");
    await goOnAs(stack, staff, payer);
    await expect(sheet).toContainText("A pagarR$ 1.000,00");
    await checkBothWidths(staff);
    expect(await chargesOf(claim.id)).toEqual(["900 cancelled", "1000 due"]);
    await openPayouts(staff);
    await expect(staff.getByRole("search")).toContainText("A pagarR$ 1.000,00");
    const row = part(staff, "A pagar").getByRole("button", { name: "Lia Locadora" });
    await expect(row).toHaveCount(1);
    await row.click();
    await checkBothWidths(staff);
    await part(staff, "Lia Locadora").getByRole("button", { name: "Registrar pagamento" }).click();
    const payAgain = staff.getByRole("dialog", { name: "Registrar o pagamento feito" });
    await expect(payAgain).toContainText("A pagarR$ 1.000,00");
    await expect(payAgain).toContainText("Pix •••m.br");
    await checkBothWidths(staff);
    const register = payAgain.getByRole("button", { name: "Registrar", exact: true });
    expect(await book(staff, register)).toEqual({ status: 200, version: 2 });
    await expect(payAgain).toBeHidden();
    await expect(staff.getByRole("search")).toContainText("A pagarR$ 0,00");
    expect(await chargesOf(claim.id)).toEqual(["900 cancelled", "1000 paid"]);

    // The landlord sees both payments with their receipts, and no amount is shown twice.
    await owner.reload();
    await expect(paidFirst).toContainText(`O pagamento de R$ 900,00, de ${today}, foi estornado`);
    const paidLast = owner
      .getByRole("listitem")
      .filter({ hasText: `Pagamos R$ 1.000,00 em ${today}: Pix •••m.br` });
    await expect(paidLast).toHaveCount(1);
    await expect(owner.getByText(`Pagamos R$ 1.000,00 em ${today}.`)).toHaveCount(1);
    await expect(owner.locator("main")).toContainText("Valor aprovadoR$ 1.000,00");
    await checkBothWidths(owner);
    const receipts = await stack.sql`
    select number from private.receipts join public.movements on movements.id = movement_id
    order by booked_at`;
    const [voided, valid] = receipts.map(({ number }) => `Baixar o recibo (PDF) ${String(number)}`);
    expect(await downloadedPdf(owner, voided ?? "")).toContain(
      "Este documento não vale como recibo.",
    );
    const proof = await downloadedPdf(owner, valid ?? "");
    expect(proof).toContain("R$ 1.000,00");
    expect(proof).not.toContain("R$ 900,00");

    // The claim, the contract, the list of payments and the accountant's file show the same amounts.
    await staff.goto(`${stack.siteUrl}/admin/acionamentos#${claim.id}`);
    await expect(entry("R$ 900,00")).toHaveCount(1);
    await expect(entry("R$ 1.000,00")).toHaveCount(1);
    await checkBothWidths(staff);
    await staff.goto(`${stack.siteUrl}/admin/a-pagar`);
    await staff.getByText("Pagos", { exact: true }).click();
    await expect(part(staff, "A pagar").getByRole("button", { name: "Inquilino" })).toHaveCount(2);
    await checkBothWidths(staff);
    await part(staff, "A pagar").getByRole("button", { name: "R$ 1.000,00" }).click();
    await expect(part(staff, "Pagamento da garantia")).toContainText(`ValorR$ 1.000,00Dia${today}`);
    await checkBothWidths(staff);
    await staff.goto(`${stack.siteUrl}/admin/pagamentos`);
    await staff.getByText("Recebidos", { exact: true }).click();
    await part(staff, "Recebimentos").getByRole("button", { name: "Inquilino" }).click();
    await expect(part(staff, "Estorno de um pagamento da garantia")).toContainText("R$ 900,00");
    await checkBothWidths(staff);
    const [download] = await Promise.all([
      staff.waitForEvent("download"),
      staff.getByRole("button", { name: "Baixar CSV para a contabilidade" }).click(),
    ]);
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toContain("Total de entradas;;900,00");
    expect(csv).toContain("Total de saídas;;-1.900,00");
    expect(csv).toContain("Saldo;;-1.000,00");
    const [balance] = await stack.sql`select private.unbalanced_contracts()::integer as wrong`;
    expect(balance).toEqual({ wrong: 0 });
  },
  WHOLE_WAY_MS,
);
