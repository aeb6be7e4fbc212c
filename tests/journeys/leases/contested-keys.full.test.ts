// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { checkAccessibility, checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { landlordPageLink } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";
import { linkOf, mailTo } from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const landlord = "dono.das.chaves@exemplo.com.br";
const tenantMail = "saiu.antes@exemplo.com.br";
const today = todayInBrasilia();
/** Day that the tenant states. Thirty days after it, the time to claim would be over already. */
const stated = addDays(today, -40);
const received = addDays(today, -35);
const lastDay = formatShortDate(addDays(today, 15));

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function prepare() {
  const { sql } = journey.stack;
  const account = demoContract(journey.stack);
  const [contract] = await sql`
    update public.contracts set tenant_email = ${tenantMail}, start_date = private.today_in_brasilia() - 200,
      end_date = private.today_in_brasilia() + 165
    where contract_number = ${account.contractNumber} returning id, lease_id`;
  await addLandlordAddress(sql, String(contract?.["lease_id"]), landlord);
  await sql`select private.renew_landlord_link(${landlord}, false)`;
  return { account, id: String(contract?.["id"]) };
}

it("a day in the past that the landlord contests ends the lease only after both sides spoke, with 15 days to claim", async () => {
  const { stack } = journey;
  const { account, id } = await prepare();

  // The tenant states a day 40 days ago. Nothing has ended by that.
  const tenant = await journey.newPage(phone);
  await openContractPage(stack, tenant, account);
  await tenant.getByRole("button", { name: "Pedir o encerramento" }).click();
  const form = tenant.getByRole("dialog", { name: "Encerrar o contrato" });
  await form.getByLabel("Por que o contrato termina?").selectOption("moved-out");
  await form.getByLabel("Entrega das chaves").fill(stated);
  await checkAccessibility(tenant);
  await form.getByRole("button", { name: "Enviar o pedido" }).click();
  const ending = part(tenant, "Encerramento do contrato");
  await expect(ending).toContainText("Perguntamos ao locador pelo dia das chaves");

  const staff = await journey.newPage(desk);
  await openAsStaff(stack, staff, `/admin/contratos#${id}`);
  const detail = part(staff, "Contrato escolhido");
  const settled = detail.getByRole("region", { name: "Encerramento", exact: true });
  await expect(settled).toContainText("O locador ainda pode informar outro dia até");
  await expect(settled.getByRole("button", { name: "Confirmar o encerramento" })).toHaveCount(0);

  // The mail asks the landlord, and its link opens the lease with the question.
  const asked = await mailTo(journey, { email: landlord }, /^Encerramento da fiança do seu imóvel/);
  expect(asked.text).toContain(formatShortDate(stated));
  const owner = await journey.newPage(phone);
  await owner.goto(
    await linkOf(
      journey,
      { email: landlord },
      {
        subject: /^Encerramento da fiança do seu imóvel/,
        link: landlordPageLink,
      },
    ),
  );
  const handover = part(owner, "Fim da locação");
  await expect(owner.getByText("Agora é com você")).toBeVisible();
  await expect(handover).toContainText(`Locatário: ${formatShortDate(stated)}`);
  await handover.getByRole("button", { name: "Foi outro dia" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("Entrega das chaves").fill(received);
  await dialog.getByLabel("Explique").fill("As chaves chegaram pelo correio.");
  await dialog.getByRole("button", { name: "Enviar o dia" }).click();
  await expect(handover).toContainText("Os dias não são iguais.");
  await checkAccessibility(owner);

  // The tenant reads the other day, and staff see both before they confirm one with a reason.
  await tenant.reload();
  await expect(ending).toContainText("As partes informaram dias diferentes.");
  await expect(ending).toContainText(`Locador: ${formatShortDate(received)}`);
  await checkAccessibility(tenant);
  await staff.reload();
  await expect(settled).toContainText("As partes informam dias diferentes.");
  await expect(settled).toContainText(`Chaves em ${formatShortDate(stated)}`);
  await expect(settled).toContainText(`Chaves em ${formatShortDate(received)}`);
  await expect(settled).toContainText("As chaves chegaram pelo correio.");
  await checkBothWidths(staff);
  await settled.getByRole("button", { name: "Confirmar o encerramento" }).click();
  const confirming = staff.getByRole("dialog", { name: /^Confirmar o encerramento/ });
  await confirming.getByLabel("Dia das chaves").fill(received);
  await confirming.getByLabel("Por que vale este dia").fill("O rastreio do correio mostra o dia.");
  await confirming.getByRole("button", { name: "Confirmar o encerramento" }).click();
  await expect(detail).toContainText(`Chaves devolvidas em ${formatShortDate(received)}`);

  // Mail, page and tenant name one last day: 15 days after the landlord was told.
  const over = await mailTo(journey, { email: landlord }, /^A fiança do seu imóvel terminou em/);
  expect(over.subject).toContain(formatShortDate(received));
  expect(over.text).toContain(`até ${lastDay}`);
  expect(over.text).not.toContain("Se a locação continuar");
  await owner.reload();
  await expect(part(owner, "Acionar a garantia")).toContainText(`até ${lastDay}, incluindo`);
  await expect(owner.getByText("15 dias contados do aviso ao locador")).toBeVisible();
  await expect(owner.getByRole("article")).toContainText(
    `Encerrada em${formatShortDate(received)}`,
  );
  await checkAccessibility(owner);
  await tenant.reload();
  await expect(part(tenant, "Vistorias e prazo da garantia")).toContainText(lastDay);
  await checkAccessibility(tenant);

  // The landlord still claims for a day of the lease, and not for a day after the keys.
  await owner.getByRole("button", { name: "Acionar a garantia" }).click();
  const day = owner.getByLabel("Dia do dano");
  await day.fill(addDays(received, 3));
  await expect(owner.getByText("Neste dia a garantia não estava em vigor.")).toBeVisible();
  await day.fill(addDays(received, -1));
  await expect(owner.getByText(/^Vale o limite da vigência/)).toBeVisible();
});
