// @module-tag full
import { createHash } from "node:crypto";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addOffer } from "../../support/pages/offers.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const today = formatShortDate(todayInBrasilia());

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

/**
 * Creates a contract whose conditions were accepted `daysAgo` days ago and whose fee is paid. Returns the offer with
 * the request's link, the contract's id and the letter's code.
 */
async function accepted(email: string, daysAgo: number) {
  const { sql } = journey.stack;
  const made = await addOffer(journey.stack, { full_name: "Rita Arrependida", email });
  const secretHash = createHash("sha256")
    .update(made.link.split("#")[1] ?? "")
    .digest("hex");
  await sql`
    select public.accept_offer(
      ${secretHash}, offer.id, 'Rita Arrependida',
      array(select clause ->> 'title' from jsonb_array_elements(offer.clauses) as clause),
      offer.conditions_sha256, ${"a".repeat(64)}, 'Navegador'
    ) from public.offers as offer where offer.id = ${made.offerId}`;
  const [contract] = await sql`
    select contract.id, letter.code from public.contracts as contract
    join public.letters as letter on letter.contract_id = contract.id
    where contract.offer_id = ${made.offerId}`;
  const id = String(contract?.["id"]);
  await sql`
    update public.acceptances set accepted_at = accepted_at - ${daysAgo} * interval '1 day'
    where contract_id = ${id}`;
  const [fee] = await sql`
    select id, amount::float as amount from public.charges where contract_id = ${id}`;
  await callAsStaff(journey.stack, "book_payment", {
    movement_id: crypto.randomUUID(),
    charge_id: fee?.["id"],
    paid_on: todayInBrasilia(),
    amount: fee?.["amount"],
    seen_open: fee?.["amount"],
  });
  await sql`update public.letters set file_sha256 = ${"c".repeat(64)} where contract_id = ${id}`;
  return { ...made, id, code: String(contract?.["code"]) };
}

it("whoever regrets on day six is told what goes back, and the letter says that it is revoked", async () => {
  const { stack } = journey;
  const email = "rita@exemplo.com.br";
  const { link, id, code } = await accepted(email, 6);
  const owner = "dono-da-rita@exemplo.com.br";
  await stack.sql`
    insert into public.landlord_contacts (contract_id, address, given_by, confirmed_at)
    values (${id}, ${owner}, 'tenant', now())`;
  const page = await journey.newPage(phone);
  await page.goto(link);
  const card = page.getByRole("region", { name: "Desistir do contrato" });
  await expect(card).toContainText("Até");
  await checkAccessibility(page);
  await card.getByRole("button", { name: "Desistir" }).click();
  const question = page.getByRole("dialog", { name: "Desistir deste contrato?" });
  await expect(question).toContainText("não dá para desfazer");
  await checkAccessibility(page);
  await question.getByRole("button", { name: "Voltar" }).click();
  await expect(question).toBeHidden();
  await card.getByRole("button", { name: "Desistir" }).click();
  await question.getByRole("button", { name: "Confirmar a desistência" }).dblclick();
  const done = page.getByRole("region", { name: "Desistência confirmada" });
  await expect(done).toContainText(/EN-\d{4}-[0-9A-F]{8}/);
  await expect(done).toContainText(/Devolvemos R\$\s[\d.]+,\d\d até/);
  await expect(page.getByText(`Você desistiu deste contrato em ${today}`)).toBeVisible();
  await checkAccessibility(page);
  const mail = await stack.mail(email, /Desistência do contrato/);
  expect(mail.text).toContain("Nada mais será cobrado: devolvemos");
  const dues = await stack.sql`
    select kind, private.charge_state(charge) as state
    from public.charges as charge where contract_id = ${id} order by kind`;
  expect([...dues]).toEqual([
    { kind: "fee", state: "cancelled" },
    { kind: "refund", state: "due" },
  ]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Desistir" })).toHaveCount(0);
  await page.goto(`${stack.siteUrl}/verificar#${code}`);
  await expect(page.getByText("o locatário desistiu da fiança no prazo legal")).toBeVisible();
  await checkAccessibility(page);
  // The mail tells the landlord that the letter guarantees nothing any more, so it must not mention claims.
  const told = await stack.mail(owner, /foi cancelada: o locatário desistiu no prazo legal/);
  expect(told.text).toContain("A carta não vale mais como garantia");
  expect(told.text).not.toContain("acionar a garantia");
  const [seen] = await stack.sql`
    select private.landlord_view(${owner}) #>> '{contracts,0,ending}' as ending`;
  expect(seen).toEqual({ ending: "regret" });
});

it("a page that is open since day seven is told why when it is too late", async () => {
  const { link, id } = await accepted("tarde@exemplo.com.br", 7);
  const page = await journey.newPage(phone);
  await page.goto(link);
  await page.getByRole("button", { name: "Desistir" }).click();
  await journey.stack.sql`
    update public.acceptances set accepted_at = accepted_at - interval '1 day'
    where contract_id = ${id}`;
  await page.getByRole("button", { name: "Confirmar a desistência" }).click();
  await expect(page.getByText(/O prazo legal para desistir já terminou/)).toBeVisible();
});

it("an ending with keys of today and the receipt later is asked for, confirmed, and told everywhere", async () => {
  const { stack } = journey;
  const [contract] = stack.supabase.accounts.contracts;
  if (!contract) throw new Error("The seed has a contract.");
  const { contractNumber } = contract;
  const session = await createSession(stack, await contractAccount(stack, contract));
  const page = await journey.newPage({ ...desk, expectedErrors: [/status of 503/] });
  await storeContractSession(stack, page, { contractNumber, session });
  await page.goto(`${stack.siteUrl}/contrato`);
  await page.getByRole("button", { name: "Pedir o encerramento" }).click();
  const form = page.getByRole("dialog", { name: "Encerrar o contrato" });
  await form.getByRole("button", { name: "Enviar o pedido" }).click();
  await expect(form.getByText("Escolha o motivo", { exact: true }).last()).toBeVisible();
  await form.getByLabel("Por que o contrato termina?").selectOption("moved-out");
  await form.getByLabel("Entrega das chaves").fill(todayInBrasilia());
  await expect(form).toContainText(`A fiança vale até a devolução das chaves: ${today}`);
  await expect(form).toContainText("O locador pode acionar a garantia até 30 dias depois");
  await checkAccessibility(page);
  await form.getByRole("button", { name: "Enviar o pedido" }).dblclick();
  const ending = page.getByRole("region", { name: "Encerramento do contrato" });
  await expect(ending).toContainText("O pedido está com a nossa equipe");
  await checkAccessibility(page);
  await page.setViewportSize(phone);
  await checkAccessibility(page);

  const staff = await journey.newPage(desk);
  const account = await createSession(stack, stack.supabase.accounts.staff);
  await storeStaffSession(stack, staff, account);
  await staff.goto(`${stack.siteUrl}/admin/contratos`);
  await expect(staff.getByText("1 a encerrar").first()).toBeAttached();
  await staff.getByLabel("Encerramentos").check();
  await staff
    .getByRole("region", { name: "Contratos", exact: true })
    .getByRole("button", { name: contractNumber })
    .click();
  const detail = staff.getByRole("region", { name: "Contrato escolhido" });
  await expect(detail).toContainText("Espera a conferência · Imóvel desocupado");
  await detail.getByRole("button", { name: "Perguntar por e-mail" }).click();
  await staff.getByRole("textbox", { name: "Pergunta" }).fill("Quem recebeu as chaves?");
  await staff.getByRole("button", { name: "Enviar a pergunta" }).click();
  await expect(detail).toContainText("Perguntamos por e-mail: Quem recebeu as chaves?");
  await checkAccessibility(staff);

  await page.reload();
  await expect(ending).toContainText("Quem recebeu as chaves?");
  // The server is full once. The chosen file must not be lost.
  await page.route(
    "**/functions/v1/upload-document",
    (route) =>
      route.fulfill({
        status: 503,
        headers: {
          "access-control-allow-origin": new URL(stack.siteUrl).origin,
          "access-control-allow-headers": "*",
        },
        json: {
          ok: false,
          error: { code: "unavailable", message: "Muitos arquivos estão chegando agora." },
        },
      }),
    { times: 1 },
  );
  await page.getByLabel("Enviar o recibo das chaves").setInputFiles({
    name: "recibo.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(textPdf("Recibo", ["As chaves foram entregues hoje."])),
  });
  await expect(ending.getByRole("alert")).toContainText("Muitos arquivos estão chegando agora.");
  await checkAccessibility(page);
  await ending.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(ending).toContainText("Recibo recebido");
  await staff.reload();
  await expect(detail.getByRole("button", { name: "Abrir o recibo" })).toBeVisible();
  await detail.getByRole("button", { name: "Confirmar o encerramento" }).click();
  await expect(detail).toContainText("Confirmado · Imóvel desocupado");
  await expect(detail).toContainText(`Chaves devolvidas em ${today}`);
  await page.reload();
  await expect(page.getByText(`As chaves foram devolvidas em ${today}`)).toBeVisible();
  await checkAccessibility(page);
  await page.goto(`${stack.siteUrl}/verificar#7K3MQ9ZT4B0X`);
  await expect(page.getByText(`valeu até ${today}, o dia da devolução das chaves`)).toBeVisible();
});
