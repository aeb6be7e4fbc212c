// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  addClaimItem,
  landlordPageLink,
  sendReportPhoto,
} from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addOffer } from "../../support/pages/offers.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import {
  acceptConditions,
  linkOf,
  mailTo,
  sendConditions,
  trackingLink,
} from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const landlord = "dona.lourdes@exemplo.com.br";
const tenant = {
  fullName: "Nelson Dois Anos",
  email: "nelson@exemplo.com.br",
  cpf: "529.982.247-25",
};
/** Timeout of two years with their documents. */
const WHOLE_WAY_MS = 300_000;

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

const part = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const contracts = async () => {
  const rows = await journey.stack.sql`
    select id, lease_id as "leaseId", contract_number as number
    from public.contracts where tenant_email = ${tenant.email} order by start_date`;
  return rows.map((row) => ({
    id: String(row["id"]),
    leaseId: String(row["leaseId"]),
    number: String(row["number"]),
  }));
};

/** Number of mails that ask the landlord to confirm the address. */
const questions = async () =>
  (await journey.stack.mails(landlord)).filter(({ subject }) => subject.startsWith("Confirme"))
    .length;

/** Moves all periods of the tenant by a number of days. */
const passDays = (days: number) => journey.stack.sql`
  update public.contracts set start_date = start_date - ${days}::integer, end_date = end_date - ${days}::integer
  where tenant_email = ${tenant.email}`;

/** Accepts the first conditions, lets staff give the landlord's address, and signs the tenant in. */
async function startLease(page: Page): Promise<void> {
  const { stack } = journey;
  const { link } = await addOffer(stack, { full_name: tenant.fullName, email: tenant.email });
  await page.goto(link);
  await acceptConditions(page, tenant);
  const [first] = await contracts();
  await callAsStaff(stack, "add_landlord_address", {
    contract_id: first?.id,
    address: landlord,
    is_own: false,
  });
  const ready = { subject: /pronto/, link: /https?:\S+\/nova-senha#\S+/ };
  await page.goto(await linkOf(journey, tenant, ready));
  await page.getByLabel("Sua senha").fill("duas-vigencias-2026");
  await page.getByRole("button", { name: "Criar senha e entrar" }).click();
  await expect(page).toHaveURL(/\/contrato$/);
}

/** Confirms the address on a phone, once, and returns the page of the lease. */
async function confirmAddress(): Promise<Page> {
  const page = await journey.newPage(phone);
  await page.goto(
    await linkOf(
      journey,
      { email: landlord },
      {
        subject: /^Confirme o seu e-mail/,
        link: landlordPageLink,
      },
    ),
  );
  await page.getByRole("button", { name: "Sim, sou eu" }).click();
  await expect(part(page, "Vigências e cartas")).toBeVisible();
  return page;
}

/** Offers the renewal as staff, and accepts it as the tenant. */
async function renew(page: Page): Promise<void> {
  const { stack } = journey;
  const [former] = await contracts();
  const staff = await journey.newPage(desk);
  await openAsStaff(stack, staff, `/admin/contratos#${former?.id}`);
  await expect(staff.getByRole("region", { name: "Renovação" })).toContainText(
    "O locador pediu que a renovação seja proposta",
  );
  await staff.getByRole("button", { name: "Propor a renovação" }).click();
  const offering = staff.getByRole("dialog", { name: /^Propor a renovação/ });
  await offering.getByLabel("Aluguel por mês, em R$").fill("2.000,00");
  await sendConditions(staff, offering, "Enviar condições");
  const offered = { subject: /Renovação da sua fiança/, link: trackingLink };
  await page.goto(await linkOf(journey, tenant, offered));
  await acceptConditions(page, tenant);
  await mailTo(journey, { email: tenant.email }, /renovação está pronta/);
}

it(
  "a landlord who confirmed once follows two periods, and claims in the second with the photos of the first",
  async () => {
    const { stack } = journey;
    const { sql } = stack;
    const page = await journey.newPage(phone);
    await startLease(page);
    const owner = await confirmAddress();
    await passDays(335);
    await owner.reload();
    await sendReportPhoto(owner, "entry");
    await checkAccessibility(owner);

    // The mail about the end of the term opens the lease, where the landlord asks for its renewal.
    await sql`
      update public.contracts set end_date = private.today_in_brasilia() + 30
      where tenant_email = ${tenant.email}`;
    await sql`select public.run_schedule()`;
    await owner.goto("about:blank");
    await owner.goto(
      await linkOf(
        journey,
        { email: landlord },
        {
          subject: /carta de fiança .* termina em/,
          link: landlordPageLink,
        },
      ),
    );
    await part(owner, "Renovação")
      .getByRole("button", { name: "Pedir que ofereçam a renovação" })
      .click();
    await expect(part(owner, "Renovação")).toContainText("A renovação foi pedida.");
    await renew(page);
    const [former, renewal, ...others] = await contracts();
    expect(others).toEqual([]);
    expect(renewal?.leaseId).toBe(former?.leaseId);

    // The letter of the second period is announced, and its link asks nothing.
    const issued = async () =>
      (await stack.mails(landlord)).filter(({ subject }) => /foi emitida/.test(subject));
    await expect.poll(async () => (await issued()).length).toBe(2);
    const [latest] = await issued();
    expect(latest?.text).toContain("N. D. A.");
    const again = await journey.newPage(phone);
    await again.goto(String(landlordPageLink.exec(String(latest?.text))?.[0]));
    await expect(part(again, "Vigências e cartas").getByRole("listitem")).toHaveCount(2);
    await expect(again.getByRole("button", { name: "Sim, sou eu" })).toHaveCount(0);
    await expect(part(again, "Renovação")).toContainText("Esta locação já foi renovada.");
    await checkAccessibility(again);

    // The landlord claims in the second period. The limit is that of the second period.
    await passDays(90);
    await again.reload();
    await again.getByRole("button", { name: "Acionar a garantia" }).click();
    await again.getByLabel("Dia do dano").fill(todayInBrasilia());
    await addClaimItem(again, { kind: "repair", description: "Pia trincada", amount: "700,00" });
    await again.getByLabel("Como quer receber").selectOption("Informar depois");
    await again.getByRole("button", { name: "Conferir e registrar" }).click();
    await again.getByRole("button", { name: "Registrar o pedido" }).click();
    await expect(again.getByText(/Pedido registrado: PA-/)).toBeVisible();
    const [claim] = await sql`
      select id, protocol, contract_id as "contractId", lease_id as "leaseId" from public.claims`;
    expect(claim).toMatchObject({ contractId: renewal?.id, leaseId: renewal?.leaseId });
    expect(await questions()).toBe(1);

    // The tenant finds the claim at the second period, and the entry photo of the first.
    await page.goto(`${stack.siteUrl}/contrato`);
    const list = page.getByRole("navigation", { name: "Os seus contratos" });
    await expect(list.getByRole("button").first()).toContainText(String(renewal?.number));
    await expect(list.getByRole("button").first()).toContainText(String(claim?.["protocol"]));
    await expect(list.getByRole("button").last()).not.toContainText("Acionamento");
    const reports = part(page, "Vistorias e prazo da garantia");
    await expect(reports).toContainText("Vistoria de entrada do locador: já está aqui");
    await checkAccessibility(page);

    // Staff compare the claim of the second period with the entry photo of the first.
    const staff = await journey.newPage(desk);
    await openAsStaff(stack, staff, `/admin/acionamentos#${String(claim?.["id"])}`);
    const sheet = part(staff, "Acionamento escolhido");
    await expect(sheet.getByRole("link", { name: String(renewal?.number) })).toBeVisible();
    await sheet.getByLabel("Cômodo").selectOption({ index: 1 });
    const entry = sheet.getByRole("region", { name: "Vistoria de entrada" });
    await expect(entry.getByRole("img")).toBeVisible();
    await checkAccessibility(staff);
  },
  WHOLE_WAY_MS,
);
