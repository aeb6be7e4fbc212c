// @module-tag full
import { beforeEach, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { cpfs } from "../../support/pages/simulation-form.ts";
import {
  acceptConditions,
  approveWithConditions,
  linkOf,
  mailTo,
  openInQueue,
  sendConditions,
  simulate,
  trackingLink,
} from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
/** Timeout of the whole test. The test waits for every mail and for the creation of two documents. */
const WHOLE_WAY_MS = 300_000;

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

it(
  "a contract is renewed from the mail of its last 30 days to a second letter",
  async () => {
    const tenant = { fullName: "Rita Renova Sempre", email: "rita@exemplo.com.br", cpf: cpfs[1] };
    const password = "mais-um-ano-2026";
    const { stack } = journey;

    // The tenant gets a contract in force and chooses a password.
    const page = await journey.open("/simular", phone);
    await simulate(page, tenant);
    await page.goto(await linkOf(journey, tenant, { subject: /Recebemos/, link: trackingLink }));
    const staff = await openInQueue(journey, tenant, desk);
    await approveWithConditions(staff);
    await mailTo(journey, tenant, /condições de fiança/);
    await page.reload();
    await acceptConditions(page, tenant);
    const ready = { subject: /pronto/, link: /https?:\S+\/nova-senha#\S+/ };
    await page.goto(await linkOf(journey, tenant, ready));
    await page.getByLabel("Sua senha").fill(password);
    await page.getByRole("button", { name: "Criar senha e entrar" }).click();
    await expect(page).toHaveURL(/\/contrato$/);

    // The contract ends in 30 days. Tenant and landlord get a mail about the end.
    const [row] = await stack.sql`
      with landlord as (insert into public.landlords (name) values ('José Pereira') returning id),
        contact as (
          insert into public.lease_addresses (landlord_id, address, given_by, confirmed_at)
          select id, 'locador@exemplo.com.br', 'staff', now() from landlord
        ),
        lease as (
          update public.leases set landlord_id = (select id from landlord)
          where id in (select lease_id from public.contracts where tenant_email = ${tenant.email})
        )
      update public.contracts
      set start_date = private.today_in_brasilia() - 334, end_date = private.today_in_brasilia() + 30
      where tenant_email = ${tenant.email}
      returning id, contract_number as number, (end_date + 1)::text as next`;
    const former = String(row?.["number"]);
    await stack.sql`select public.run_schedule()`;
    const told = await mailTo(journey, tenant, /contrato de fiança termina em/);
    expect(told.text).toContain("Até agora, ninguém pediu a renovação.");
    await mailTo(
      journey,
      { ...tenant, email: "locador@exemplo.com.br" },
      /carta de fiança .* termina em/,
    );

    // The tenant asks for the renewal with one click.
    await page.reload();
    const renewal = page.getByRole("region", { name: "Renovação da fiança" });
    await checkAccessibility(page);
    await renewal.getByRole("button", { name: "Pedir a renovação" }).click();
    await expect(renewal).toContainText("Recebemos o seu pedido de renovação");
    await expect(renewal.getByRole("button")).toBeHidden();

    // Staff offer the conditions in force with another rent.
    await staff.goto(`${stack.siteUrl}/admin/contratos`);
    await staff.getByRole("radio", { name: "A vencer" }).check({ force: true });
    // A contract of the demonstration may end in the same week.
    await expect(staff.getByLabel("Término na semana")).toContainText(/\d+ contratos?/);
    await staff.getByRole("button", { name: new RegExp(former) }).click();
    await expect(staff.getByText("O locatário pediu a renovação")).toBeVisible();
    await staff.getByRole("button", { name: "Propor a renovação" }).click();
    const offering = staff.getByRole("dialog", { name: /^Propor a renovação/ });
    await expect(offering.getByLabel("Início")).toHaveValue(String(row?.["next"]));
    await offering.getByLabel("Aluguel por mês, em R$").fill("2.000,00");
    await expect(offering.getByText(/R\$\s2\.000,00 \(antes:\sR\$\s1\.800,50\)/)).toBeVisible();
    await checkAccessibility(staff);
    await sendConditions(staff, offering, "Enviar condições");

    // The tenant reads the changes and accepts the new conditions.
    const offered = { subject: /Renovação da sua fiança/, link: trackingLink };
    await page.goto(await linkOf(journey, tenant, offered));
    const conditions = page.getByRole("region", { name: "Suas condições" });
    await expect(conditions).toContainText(`Estas condições renovam o contrato ${former}`);
    await expect(conditions).toContainText(/R\$\s2\.000,00 \(antes:\sR\$\s1\.800,50\)/);
    await checkAccessibility(page);
    await acceptConditions(page, tenant);

    // The second letter is genuine but not yet in force. The first letter is still in force.
    const done = await mailTo(journey, tenant, /renovação está pronta/);
    const [code = ""] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}/.exec(done.text) ?? [];
    const [first] = await stack.sql`
      select letter.code from public.letters as letter
      join public.contracts as contract on contract.id = letter.contract_id
      where contract.contract_number = ${former}`;
    const landlord = await journey.newPage(phone);
    const verified = landlord.getByRole("region", { name: "Carta verdadeira" });
    await landlord.goto(`${stack.siteUrl}/verificar#${code.replaceAll("-", "")}`);
    await expect(verified).toContainText(/está assinada e começa a valer em/);
    await landlord.goto("about:blank");
    await landlord.goto(`${stack.siteUrl}/verificar#${String(first?.["code"])}`);
    await expect(verified).not.toContainText(/começa a valer em/);
    await expect(verified).toContainText(/em vigor/);

    // The tenant can sign in with either contract number and the same password. The list shows the contract in force
    // first.
    const [made = ""] = /PF-\d{4}-[0-9A-F]{10}/.exec(done.subject) ?? [];
    await page.goto(`${stack.siteUrl}/area-cliente?aba=cliente`);
    await page.getByLabel("Número do contrato").fill(made);
    await page.getByRole("textbox", { name: "Senha" }).fill(password);
    await page.getByRole("button", { name: "Acessar contrato" }).click();
    const list = page.getByRole("navigation", { name: "Os seus contratos" });
    await expect(list.getByRole("button").first()).toContainText(former);
    await expect(page.getByRole("heading", { name: `Contrato Nº ${former}` })).toBeVisible();
    await checkAccessibility(page);
    await list.getByRole("button", { name: new RegExp(made) }).click();
    await expect(page.getByRole("heading", { name: `Contrato Nº ${made}` })).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Está assinado e começa em/ })).toBeVisible();
    // The renewal belongs to the lease of the former contract, whose page now says so.
    const [leases] = await stack.sql`
      select count(distinct lease_id)::int as leases from public.contracts
      where tenant_email = ${tenant.email}`;
    expect(leases).toEqual({ leases: 1 });
    await list.getByRole("button", { name: new RegExp(former) }).click();
    await expect(page.getByText("A renovação já está contratada")).toBeVisible();
  },
  WHOLE_WAY_MS,
);
