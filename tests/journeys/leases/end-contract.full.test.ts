// @module-tag full
import { createHash } from "node:crypto";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { openClaimOn } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addOffer } from "../../support/pages/offers.ts";
import {
  createSession,
  demoContract,
  openContractPage,
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

it("a tenant who withdraws on day six is told the refund, and the letter is shown as revoked", async () => {
  const { stack } = journey;
  const email = "rita@exemplo.com.br";
  const { link, id, code } = await accepted(email, 6);
  const owner = "dono-da-rita@exemplo.com.br";
  await stack.sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${owner}, 'tenant', now() from public.contracts where id = ${id}`;
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
    select private.landlord_lease(lease_id, 'reads', ${owner}) ->> 'ending' as ending
    from public.contracts where id = ${id}`;
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

/** Lets a contract begin yesterday, so that its landlord can claim and its lease can end. */
async function begin(id: string): Promise<void> {
  await journey.stack.sql`
    update public.contracts set start_date = private.today_in_brasilia() - 1 where id = ${id}`;
}

it("an open claim is asked about before a withdrawal, which ends it without payment", async () => {
  const { sql } = journey.stack;
  const { link, id } = await accepted("acionada@exemplo.com.br", 2);
  await begin(id);
  const { protocol } = await openClaimOn(journey.stack, id);
  const page = await journey.newPage(phone);
  await page.goto(link);
  await page.getByRole("button", { name: "Desistir" }).click();
  const question = page.getByRole("dialog", { name: "Desistir deste contrato?" });
  await question.getByRole("button", { name: "Confirmar a desistência" }).click();
  await expect(question.getByRole("alert")).toContainText(`o acionamento ${protocol} está aberto`);
  await checkAccessibility(page);
  const stateOf = async () => [
    ...(await sql`
      select contract.status, claim.withdrawn_why as why from public.contracts as contract
      join public.claims as claim on claim.contract_id = contract.id where contract.id = ${id}`),
  ];
  expect(await stateOf()).toEqual([{ status: "active", why: null }]);
  // A person who goes back is asked again.
  await question.getByRole("button", { name: "Voltar" }).click();
  await page.getByRole("button", { name: "Desistir" }).click();
  await question.getByRole("button", { name: "Confirmar a desistência" }).click();
  await question.getByRole("button", { name: "Desistir mesmo assim" }).click();
  await expect(page.getByRole("region", { name: "Desistência confirmada" })).toBeVisible();
  expect(await stateOf()).toEqual([{ status: "cancelled", why: "cancelled" }]);
});

it("a confirmed ending for a later day is the last day on the tracking page", async () => {
  const { sql } = journey.stack;
  const { link, id } = await accepted("depois@exemplo.com.br", 8);
  await begin(id);
  const [row] = await sql`
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, keys_on, answer_until, status, closed_at
    )
    values (
      gen_random_uuid(), ${id}, 'moved-out', 'staff', private.today_in_brasilia() + 9,
      private.today_in_brasilia() - 1, 'confirmed', now()
    )
    returning keys_on::text as day`;
  const page = await journey.newPage(phone);
  await page.goto(link);
  await expect(
    page.getByText(`Seu contrato está em vigor até ${formatShortDate(String(row?.["day"]))}.`),
  ).toBeVisible();
});

it("a lease that never began ends without keys, and its letter says so", async () => {
  const { stack } = journey;
  const { link, id, code } = await accepted("nunca@exemplo.com.br", 8);
  await begin(id);
  const endingId = crypto.randomUUID();
  await callAsStaff(stack, "ask_ending", {
    contract_id: id,
    ending_id: endingId,
    kind: "never-began",
    reason: "O locador desistiu antes da mudança.",
  });
  await callAsStaff(stack, "confirm_ending", { ending_id: endingId });
  const page = await journey.newPage(phone);
  await page.goto(link);
  await expect(
    page.getByText(`A locação não começou, e este contrato terminou em ${today}.`),
  ).toBeVisible();
  await page.goto(`${stack.siteUrl}/verificar#${code}`);
  await expect(
    page.getByText(`mas a locação não começou, e a fiança terminou em ${today}`),
  ).toBeVisible();
  await expect(page.getByText("Término previsto")).toBeVisible();
  await checkAccessibility(page);
});

it("an ending with keys of today and the receipt later is asked for, confirmed, and told everywhere", async () => {
  const { stack } = journey;
  const contract = demoContract(stack);
  const { contractNumber } = contract;
  const page = await journey.newPage({ ...desk, expectedErrors: [/status of 503/] });
  await openContractPage(stack, page, contract);
  await page.getByRole("button", { name: "Pedir o encerramento" }).click();
  const form = page.getByRole("dialog", { name: "Encerrar o contrato" });
  await form.getByRole("button", { name: "Enviar o pedido" }).click();
  await expect(form.getByText("Escolha o motivo", { exact: true }).last()).toBeVisible();
  await form.getByLabel("Por que o contrato termina?").selectOption("moved-out");
  await form.getByLabel("Entrega das chaves").fill(todayInBrasilia());
  await expect(form).toContainText(`A fiança vale até a devolução das chaves: ${today}`);
  await expect(form).toContainText(
    "O locador pode acionar a garantia até 30 dias depois da devolução das chaves ou do fim da última vigência",
  );
  await checkAccessibility(page);
  await form.getByRole("button", { name: "Enviar o pedido" }).dblclick();
  const ending = page.getByRole("region", { name: "Encerramento do contrato" });
  await expect(ending).toContainText("Perguntamos ao locador pelo dia das chaves");
  await checkAccessibility(page);
  await page.setViewportSize(phone);
  await checkAccessibility(page);

  const staff = await journey.newPage(desk);
  const account = await createSession(stack, stack.supabase.accounts.staff);
  await storeStaffSession(stack, staff, account);
  await staff.goto(`${stack.siteUrl}/admin/contratos`);
  await staff.getByLabel("Encerramentos").check();
  await staff
    .getByRole("region", { name: "Contratos", exact: true })
    .getByRole("button", { name: contractNumber })
    .click();
  const detail = staff.getByRole("region", { name: "Contrato escolhido" });
  // The landlord can still state another day, so staff cannot confirm the tenant's day yet.
  await expect(detail).toContainText("Espera o outro lado · Imóvel desocupado");
  await expect(detail.getByRole("button", { name: "Confirmar o encerramento" })).toHaveCount(0);
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
  // Staff can confirm the day only when the landlord's five days have passed.
  await stack.sql`
    update public.contract_endings set answer_until = private.today_in_brasilia() - 1
    where status = 'asked'`;
  await page.reload();
  await expect(ending).toContainText("O pedido está com a nossa equipe");
  await staff.reload();
  await expect(staff.getByText("1 a encerrar").first()).toBeAttached();
  await expect(detail.getByRole("button", { name: "Abrir o recibo" })).toBeVisible();
  await detail.getByRole("button", { name: "Confirmar o encerramento" }).click();
  await staff
    .getByRole("dialog", { name: /^Confirmar o encerramento de/ })
    .getByRole("button", { name: "Confirmar o encerramento" })
    .click();
  await expect(detail).toContainText("Confirmado · Imóvel desocupado");
  await page.reload();
  await expect(page.getByText(`As chaves foram devolvidas em ${today}`)).toBeVisible();
  // The end of the term and the last day of the guarantee have names of their own.
  const sheet = page.getByRole("article", { name: contractNumber });
  await expect(sheet.getByText("Término previsto")).toBeVisible();
  await expect(sheet.getByText("Terminou em")).toBeVisible();
  await expect(page.getByText(/Se a locação continuar, (peça|faça)/)).toHaveCount(0);
  await checkAccessibility(page);
  await page.goto(`${stack.siteUrl}/verificar#7K3MQ9ZT4B0X`);
  await expect(page.getByText(`valeu até ${today}, o dia da devolução das chaves`)).toBeVisible();
  await expect(page.getByText("Término previsto")).toBeVisible();
});
