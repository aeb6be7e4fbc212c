// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { addClaimItem, photoFile } from "../../support/pages/claim-steps.ts";
import { downloadedPdf } from "../../support/pages/downloaded-pdf.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { landlordLink } from "../../support/pages/landlord-leases.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { goOnAs, openAsStaff } from "../../support/pages/staff-money.ts";
import {
  createSession,
  demoContract,
  openContractPage,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";
import { linkOf, mailTo } from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const landlord = "marta.locadora@exemplo.com.br";
const tenantMail = "inquilino.ouvido@exemplo.com.br";
const today = todayInBrasilia();
const paidOn = formatShortDate(today);
/** Timeout of the whole way, with two phones and two desks. */
const WHOLE_WAY_MS = 240_000;

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Gives the demo contract a landlord whose address acts. Returns the account of its tenant. */
async function prepareLease() {
  const { sql } = journey.stack;
  const account = demoContract(journey.stack);
  const [lease] = await sql`
    update public.contracts set landlord_name = 'Marta Locadora', tenant_email = ${tenantMail}
    where contract_number = ${account.contractNumber} returning lease_id as id`;
  await addLandlordAddress(sql, String(lease?.["id"]), landlord);
  return account;
}

/** Opens the claim, with an account of the landlord's own, its evidence and the confirmation of the account. */
async function registerClaim(owner: Page): Promise<void> {
  await owner.getByRole("button", { name: "Acionar a garantia" }).click();
  await owner.getByLabel("Dia do dano").fill(today);
  await addClaimItem(owner, { kind: "repair", description: "Porta quebrada", amount: "850,00" });
  await addClaimItem(owner, { kind: "painting", description: "Sala manchada", amount: "300,00" });
  await owner.getByLabel("Chave Pix").fill("52998224725");
  await owner.getByLabel("Nome do titular").fill("Marta Locadora");
  await owner.getByLabel("CPF ou CNPJ do titular").fill("529.982.247-25");
  await owner.getByRole("button", { name: "Conferir e registrar" }).click();
  await owner.getByRole("button", { name: "Registrar o pedido" }).click();
  await expect(owner.getByText(/Pedido registrado: PA-/)).toBeVisible();
  const door = owner.getByRole("listitem").filter({ hasText: "1. Reparo no imóvel" });
  await door.getByRole("heading", { name: "Enviar arquivos (1)" }).click();
  await door.getByLabel("Escolher fotos ou PDF").setInputFiles(await photoFile("porta.jpg"));
  await expect(door.getByText("1 de 1 recebidos")).toBeVisible();
  const confirmation = await linkOf(
    journey,
    { email: landlord },
    {
      subject: /^Confirme a conta do pedido/,
      link: /https?:\S+\/locador#conta=[\w-]+/,
    },
  );
  const mailbox = await journey.newPage(phone);
  await mailbox.goto(confirmation);
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).click();
  await expect(mailbox.getByText(/^Conta confirmada/)).toBeVisible();
  await owner.reload();
  await owner.getByRole("button", { name: "Já enviei tudo" }).click();
  await owner.getByRole("button", { name: "Sim, começar o prazo do locatário" }).click();
  await expect(owner.getByText("Agora é com o locatário, até")).toBeVisible();
}

/** Sends a text to the first item, in the days of this side. */
async function answerFirstItem(page: Page, text: string): Promise<void> {
  await page.reload();
  await expect(page.getByText("Agora é com você, até")).toBeVisible();
  await page.getByLabel("A sua resposta (1)").fill(text);
  const sent = page.waitForResponse((answer) => /answer_claim|landlord-claim/.test(answer.url()));
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  expect((await sent).status()).toBe(200);
}

/** Says that this side has nothing to add, which ends its days. */
async function endTurn(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("button", { name: "Não tenho mais nada a acrescentar" }).click();
  await page.getByRole("button", { name: "Sim, seguir" }).click();
  await expect(page.getByText("Agora é com você, até")).toHaveCount(0);
}

async function askForReview(page: Page, item: string, text: string): Promise<void> {
  await page.reload();
  const review = part(page, "Não concorda com a decisão?");
  await review.getByLabel(item).check();
  await review.getByLabel("Por que a decisão deve mudar?").fill(text);
  await checkAccessibility(page);
  await review.getByRole("button", { name: "Pedir a revisão" }).click();
  await expect(review).toHaveCount(0);
}

async function answerReview(page: Page, title: string, text: string): Promise<void> {
  await page.reload();
  const theirs = page.getByRole("region", { name: title });
  await theirs.getByLabel("A sua resposta").fill(text);
  await theirs.getByRole("button", { name: "Enviar a resposta" }).click();
  await expect(theirs).toContainText("Resposta da outra parte");
  await checkAccessibility(page);
}

/** Decides as staff: each amount with its reason. */
async function decide(sheet: ReturnType<typeof part>, amounts: Record<number, string>) {
  for (const [place, amount] of Object.entries(amounts)) {
    await sheet.getByLabel(`Valor aprovado do item ${place}`).fill(amount);
    await sheet.getByLabel(`Motivo do item ${place}`).fill("Conforme as fotos dos dois lados.");
  }
  await sheet.getByRole("button", { name: "Decidir e avisar as partes" }).click();
  await expect(sheet.getByRole("button", { name: "Decidir e avisar as partes" })).toHaveCount(0);
}

/** Books the payment of everything that is due, as staff. */
async function pay(staff: Page, amount: string): Promise<void> {
  await part(staff, "Acionamento escolhido")
    .getByRole("button", { name: "Registrar pagamento" })
    .click();
  const dialog = staff.getByRole("dialog", { name: "Registrar o pagamento da garantia" });
  await expect(dialog).toContainText(`Valor${amount}`);
  await dialog.getByRole("button", { name: "Registrar pagamento" }).click();
  await expect(dialog).toBeHidden();
}

it(
  "a claim is heard, decided, reviewed at the request of both sides, and paid to a confirmed account",
  async () => {
    const { stack } = journey;
    const { sql } = stack;
    const account = await prepareLease();
    const owner = await journey.newPage(phone);
    await owner.goto(await landlordLink(stack, landlord));
    await registerClaim(owner);
    const [claim] = await sql`select id from public.claims`;
    const claimId = String(claim?.["id"]);

    // Both sides are heard, and none is cut off by the other.
    const tenant = await journey.newPage(phone);
    await openContractPage(stack, tenant, account);
    await tenant.getByRole("button", { name: /^Ver e responder/ }).click();
    await answerFirstItem(tenant, "A porta já estava solta quando entrei.");
    await endTurn(tenant);
    // A reply starts new days for the tenant, who may answer once more.
    await answerFirstItem(owner, "Na vistoria de entrada a porta está inteira.");
    await endTurn(tenant);
    await endTurn(owner);

    // Staff decide. Nothing is paid for two business days after the account was confirmed.
    const staff = await journey.newPage(desk);
    await openAsStaff(stack, staff, `/admin/acionamentos#${claimId}`);
    const sheet = part(staff, "Acionamento escolhido");
    await expect(sheet).toContainText("A porta já estava solta quando entrei.");
    await decide(sheet, { 1: "600", 2: "300" });
    await expect(sheet).toContainText("A conta é nova: pode ser paga a partir de");
    await expect(sheet.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
    await mailTo(journey, { email: landlord }, /^Pedido PA-.* decidido/);
    await mailTo(journey, { email: tenantMail }, /^Pedido PA-.* decidido/);

    // Each side asks for a review of one item, gets a receipt, and answers the review of the other side.
    await askForReview(
      owner,
      "1. Reparo no imóvel",
      "O orçamento mostra o preço da porta inteira.",
    );
    await askForReview(tenant, "2. Pintura e paredes", "Pintei a sala antes de sair.");
    await answerReview(owner, "O locatário pediu a revisão: item 2", "As manchas continuam.");
    await answerReview(tenant, "O locador pediu a revisão: item 1", "A porta era antiga.");
    const receipts = async (to: string) =>
      (await stack.mails(to)).filter(({ text }) => /recebemos o seu pedido de revisão/i.test(text))
        .length;
    await expect.poll(() => receipts(landlord)).toBe(1);
    await expect.poll(() => receipts(tenantMail)).toBe(1);

    // The amount that nobody disputes is paid meanwhile: the tenant does not dispute what was approved for the door.
    await sql`update public.claims set account_since = now() - interval '10 days'`;
    const payer = await addStaff(stack, "active");
    await goOnAs(stack, staff, payer);
    await expect(sheet).toContainText("A pagarR$ 600,00");
    await pay(staff, "R$ 600,00");

    // The person who decided first does not decide the review. A colleague does, with both answers on the screen.
    await goOnAs(stack, staff, stack.supabase.accounts.staff);
    await expect(sheet).toContainText("a revisão é de outra pessoa da equipe");
    const colleague = await journey.newPage(desk);
    const session = await createSession(stack, await addStaff(stack, "active"));
    await storeStaffSession(stack, colleague, session);
    await colleague.goto(`${stack.siteUrl}/admin/acionamentos#${claimId}`);
    const theirs = part(colleague, "Acionamento escolhido");
    await expect(theirs).toContainText("As manchas continuam.");
    await expect(theirs).toContainText("A porta era antiga.");
    await decide(theirs, { 1: "850", 2: "150" });
    await expect(theirs).toContainText("A pagarR$ 400,00");
    await expect(theirs).toContainText("Quem abriu ou decidiu o acionamento");
    await goOnAs(stack, colleague, payer);
    await pay(colleague, "R$ 400,00");

    // Both sides read the whole: the landlord with receipts, the tenant without the account.
    await owner.reload();
    await expect(owner.locator("main")).toContainText("Valor aprovadoR$ 1.000,00");
    for (const amount of ["R$ 600,00", "R$ 400,00"])
      await expect(owner.getByText(`Pagamos ${amount} em ${paidOn}: Pix •••`)).toHaveCount(1);
    const numbers = await sql`
      select number from private.receipts join public.movements on movements.id = movement_id
      order by booked_at`;
    expect(numbers).toHaveLength(2);
    const last = String(numbers[1]?.["number"]);
    expect(await downloadedPdf(owner, `Baixar o recibo (PDF) ${last}`)).toContain("R$ 400,00");
    await expect(part(owner, "Não concorda com a decisão?")).toHaveCount(0);
    await checkAccessibility(owner);
    await tenant.reload();
    await expect(tenant.getByText(`Pagamos R$ 400,00 ao locador em ${paidOn}.`)).toBeVisible();
    await expect(tenant.getByText("Pix •••")).toHaveCount(0);
    await expect(part(tenant, "Não concorda com a decisão?")).toHaveCount(0);
    await checkAccessibility(tenant);
    const paid = await mailTo(journey, { email: landlord }, /^Garantia paga/);
    expect(paid.text).toMatch(/Imóvel: .+\n- Locatário: A\. B\. R\./);
    const [sums] = await sql`
      select sum(amount) filter (where private.charge_state(charge) = 'paid')::float as paid,
        count(*) filter (where is_open)::int as open
      from public.charges as charge where claim_id = ${claimId}`;
    expect(sums).toEqual({ paid: 1000, open: 0 });
  },
  WHOLE_WAY_MS,
);
