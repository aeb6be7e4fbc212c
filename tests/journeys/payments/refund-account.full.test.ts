// @module-tag full
import type { Page } from "@playwright/test";
import { createHash } from "node:crypto";
import { beforeEach, it } from "vitest";
import { oweRefund } from "../../../supabase/tests/support/owe-refund.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addOffer } from "../../support/pages/offers.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.rate_limits`;
  await sql`delete from public.refund_accounts`;
  await sql`update private.staff_settings set undo_seconds = 0`;
});

/** Fills in the page's form for a refund account with a Pix key, and sends the form. */
async function givePix(page: Page, key: string, holder: string, document: string) {
  await page.getByLabel("Chave Pix").fill(key);
  await page.getByLabel("Nome do titular").fill(holder);
  await page.getByLabel("CPF ou CNPJ do titular").fill(document);
  await page.getByRole("button", { name: "Enviar o link de confirmação" }).click();
}

/** Returns the link of the latest mail that asks to confirm a refund account. */
async function mailedLink(to: string): Promise<string> {
  const mail = await journey.stack.mail(to, /^Confirme a conta para a devolução/);
  const [link = ""] = /https?:\S+\/contrato#conta=[\w-]+/.exec(mail.text) ?? [];
  return link;
}

it("a tenant gives the account of a refund on the contract's page and confirms it by mail", async () => {
  const { stack } = journey;
  const account = demoContract(stack);
  const email = "devolucao@exemplo.com.br";
  const [row] = await stack.sql`
    update public.contracts set tenant_email = ${email}
    where contract_number = ${account.contractNumber} returning id, tenant_cpf`;
  await oweRefund(stack.sql, String(row?.["id"]));
  const page = await journey.newPage(phone);
  await openContractPage(stack, page, account);
  const block = page.getByRole("region", { name: "Conta para a devolução" });
  await expect(block).toContainText("Informe a conta em que quer receber");
  await block.getByRole("button", { name: "Informar a conta" }).click();
  await checkAccessibility(page);
  await givePix(page, "errada", "Ana Souza", "1");
  await expect(block.getByText(/^Esta chave não existe/)).toBeVisible();
  await givePix(page, "ana@exemplo.com.br", "Ana Souza", String(row?.["tenant_cpf"]));
  await expect(block).toContainText("Enviamos o link. Confirme por ele a conta.");
  await expect(block).toContainText("Pix •••m.br, em nome de A. S.");
  await expect(block.getByText(/^Atenção/)).toHaveCount(0);
  await checkAccessibility(page);

  const link = await mailedLink(email);
  // The link works in a browser without a session. Opening the link confirms nothing, because mail scanners open links.
  const mailbox = await journey.newPage(desk);
  await mailbox.goto(link);
  await expect(
    mailbox.getByRole("heading", { name: "Confirmar a conta para a devolução" }),
  ).toBeVisible();
  await checkAccessibility(mailbox);
  await page.reload();
  await expect(block).toContainText("Para confirmar esta conta, abra o link");
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).dblclick();
  await expect(mailbox.getByText(/^Conta confirmada/)).toBeVisible();
  await expect(mailbox.getByText("Pix •••m.br, em nome de A. S.")).toBeVisible();
  await mailbox.reload();
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).click();
  await expect(mailbox.getByText(/^Este link não vale mais/)).toBeVisible();
  await checkAccessibility(mailbox);

  await page.reload();
  await expect(block).toContainText("Conta confirmada: Pix •••m.br, em nome de A. S.");
  await block.getByRole("button", { name: "Informar outra conta" }).click();
  await block.getByLabel("Como quer receber").selectOption("bank");
  await block.getByLabel("Banco").fill("Banco do Brasil");
  await block.getByLabel("Tipo da conta").selectOption("checking");
  await block.getByLabel("Agência").fill("0352-2");
  await block.getByLabel("Conta, com o dígito").fill("12345-6");
  await block.getByLabel("Nome do titular").fill("Rui Lima");
  await block.getByLabel("CPF ou CNPJ do titular").fill("111.444.777-35");
  await block.getByRole("button", { name: "Enviar o link de confirmação" }).click();
  await expect(block.getByText(/^Atenção: o CPF ou CNPJ do titular não é o seu/)).toBeVisible();
  await expect(block).toContainText("Conta confirmada: Pix •••m.br, em nome de A. S.");
  await checkAccessibility(page);
});

it("a tenant without a password gives the account of a refund on the request's page", async () => {
  const { stack } = journey;
  const email = "sem-senha@exemplo.com.br";
  const made = await addOffer(stack, { full_name: "Rita Devolvida", email });
  const secretHash = createHash("sha256")
    .update(made.link.split("#")[1] ?? "")
    .digest("hex");
  await stack.sql`
    select public.accept_offer(
      ${secretHash}, offer.id, 'Rita Devolvida',
      array(select clause ->> 'title' from jsonb_array_elements(offer.clauses) as clause),
      offer.conditions_sha256, ${"a".repeat(64)}, 'Navegador'
    ) from public.offers as offer where offer.id = ${made.offerId}`;
  const [contract] = await stack.sql`
    select id, tenant_cpf from public.contracts where offer_id = ${made.offerId}`;
  const page = await journey.newPage(phone);
  await page.goto(made.link);
  const block = page.getByRole("region", { name: "Conta para a devolução" });
  await expect(page.getByRole("button", { name: "Desistir" })).toBeVisible();
  await expect(block).toHaveCount(0);
  await oweRefund(stack.sql, String(contract?.["id"]));
  await page.reload();
  await block.getByRole("button", { name: "Informar a conta" }).click();
  await givePix(page, "rita@exemplo.com.br", "Rita Devolvida", String(contract?.["tenant_cpf"]));
  await expect(block).toContainText("Enviamos o link. Confirme por ele a conta.");
  await checkAccessibility(page);
  const mailbox = await journey.newPage(phone);
  await mailbox.goto(await mailedLink(email));
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).click();
  await expect(mailbox.getByText(/^Conta confirmada/)).toBeVisible();
  await page.reload();
  await expect(block).toContainText("Conta confirmada: Pix •••m.br, em nome de R. D.");
});
