// @module-tag full
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { openClaimOn } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const landlord = "locador-ouvido@exemplo.com.br";
const today = todayInBrasilia();
const yesterday = addDays(today, -1);

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

/** Adds a contract in force whose landlord has a confirmed address that acts. */
async function addLease(tenant_name: string) {
  const { stack } = journey;
  const id = await addContract(stack, {
    tenant_name,
    tenant_email: "encerra@exemplo.com.br",
    cover_limit: 5000,
  });
  await stack.sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${landlord}, 'staff', now() from public.contracts where id = ${id}`;
  return id;
}

async function openContract(id: string) {
  const page = await journey.newPage(desk);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAsStaff(journey.stack, page, `/admin/contratos#${id}`);
  return { page, detail: page.getByRole("region", { name: "Contrato escolhido" }) };
}

it("a contested day of the keys is confirmed after both sides were asked, with the reason for the day", async () => {
  const { sql } = journey.stack;
  const id = await addLease("Inquilina Contestada");
  const ending = crypto.randomUUID();
  await sql`
    select private.ask_ending_of(
      contract, 'tenant', null, ${ending}::uuid, 'moved-out', 'Mudei de cidade', ${yesterday}::date, false
    ) from public.contracts as contract where id = ${id}`;
  const { page, detail } = await openContract(id);
  const part = detail.getByRole("region", { name: "Encerramento", exact: true });
  await expect(part).toContainText("Espera o outro lado · Imóvel desocupado");
  await expect(part).toContainText(`Chaves em ${formatShortDate(yesterday)}`);
  await expect(part).toContainText("Não informou o dia.");
  const until = formatShortDate(addDays(today, 5));
  await expect(part).toContainText(`O locador ainda pode informar outro dia até ${until}`);
  await expect(part).toContainText(`Locador avisado em${formatShortDate(today)}`);
  await expect(part.getByRole("button", { name: "Confirmar o encerramento" })).toHaveCount(0);
  await expect(page.getByText("a encerrar")).toHaveCount(0);
  await checkBothWidths(page);
  await page.getByLabel("Encerramentos", { exact: true }).check();
  const list = page.getByRole("region", { name: "Contratos", exact: true });
  await expect(list.getByRole("button", { name: "Inquilina Contestada" })).toContainText(
    `o outro lado pode informar o dia até ${until}`,
  );

  await sql`
    select private.state_handover_of(
      contract, 'landlord', ${landlord}, ${ending}::uuid, ${today}::date, 'Recebi as chaves hoje.'
    ) from public.contracts as contract where id = ${id}`;
  await page.reload();
  await expect(part).toContainText("As partes informam dias diferentes.");
  await expect(part).toContainText("Recebi as chaves hoje.");
  await expect(page.getByText("1 a encerrar").first()).toBeAttached();
  await checkBothWidths(page);
  await part.getByRole("button", { name: "Confirmar o encerramento" }).click();
  const dialog = page.getByRole("dialog", { name: /^Confirmar o encerramento/ });
  const confirm = dialog.getByRole("button", { name: "Confirmar o encerramento" });
  await dialog.getByLabel("Dia das chaves").fill(today);
  await confirm.click();
  await expect(dialog.getByText("As partes não informam este mesmo dia")).toBeVisible();
  await dialog.getByLabel("Por que vale este dia").fill("O porteiro confirmou por telefone.");
  await checkBothWidths(page);
  await confirm.dblclick();
  await expect(detail).toContainText(`Chaves devolvidas em ${formatShortDate(today)}`);
  await expect(detail).toContainText("Por que vale este dia: O porteiro confirmou por telefone.");
  await expect(detail).toContainText("O locador informou o dia das chaves");
  await checkBothWidths(page);
});

it("a contract with an open claim is cancelled only after staff were asked about the claim, and undone", async () => {
  const { sql } = journey.stack;
  const id = await addLease("Cancelada Com Pedido");
  const { protocol } = await openClaimOn(journey.stack, id, { address: landlord });
  const { page, detail } = await openContract(id);
  await detail.getByRole("button", { name: "Cancelar contrato" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancelar o contrato/ });
  // The days of the law are over, so staff cannot choose the regret.
  await expect(dialog.getByRole("option", { name: "Desistência no prazo legal" })).toHaveCount(0);
  await expect(dialog.getByRole("option", { name: "Imóvel desocupado" })).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "Motivo" }).fill("Dados trocados.");
  await dialog.getByRole("button", { name: "Cancelar e avisar o locatário" }).click();
  await expect(dialog.getByRole("alert")).toContainText(`O acionamento ${protocol} está aberto`);
  await expect(dialog.getByRole("alert")).toContainText("é encerrado sem pagamento");
  await expect(dialog.getByRole("textbox", { name: "Motivo" })).toHaveValue("Dados trocados.");
  await checkBothWidths(page);
  await sql`update private.staff_settings set undo_seconds = 30`;
  await dialog.getByRole("button", { name: "Cancelar mesmo assim" }).click();
  await expect(dialog).toBeHidden();
  const claims = page.getByRole("region", { name: "Acionamentos da garantia" });
  await expect(claims).toContainText("Encerrado sem decisão");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByText("O contrato voltou a ser como era")).toBeVisible();
  await expect(claims).toContainText("Aguardando as provas do locador");
  await claims.getByRole("link", { name: protocol }).click();
  const sheet = page.getByRole("region", { name: "Acionamento escolhido" });
  await expect(sheet).toContainText("Cancelamento do contrato desfeito; o pedido continua");
  await checkBothWidths(page);
});

it("staff open an ending for a landlord who calls, and both sides are asked", async () => {
  const { stack } = journey;
  const id = await addLease("Encerrada Por Telefone");
  const { protocol } = await openClaimOn(journey.stack, id, { address: landlord });
  const { page, detail } = await openContract(id);
  await detail.getByRole("button", { name: "Abrir pedido de encerramento" }).click();
  const dialog = page.getByRole("dialog", { name: /^Abrir pedido de encerramento/ });
  await dialog.getByLabel("Motivo").selectOption("never-began");
  await expect(dialog.getByLabel("Entrega das chaves")).toHaveCount(0);
  await dialog.getByLabel("Motivo").selectOption("end-of-lease");
  await dialog.getByLabel("Entrega das chaves").fill(today);
  await dialog.getByRole("button", { name: "Abrir o pedido" }).click();
  await expect(dialog.getByRole("alert")).toContainText(`O acionamento ${protocol} está aberto`);
  await checkBothWidths(page);
  await dialog.getByRole("button", { name: "Abrir mesmo assim" }).click();
  await expect(dialog).toBeHidden();
  const part = detail.getByRole("region", { name: "Encerramento", exact: true });
  await expect(part).toContainText("O locador e o locatário ainda podem informar outro dia");
  await expect(part.getByRole("region", { name: "O que diz: equipe" })).toContainText(
    `Chaves em ${formatShortDate(today)}`,
  );
  await stack.mail(landlord, /.+/);
  await checkBothWidths(page);
});
