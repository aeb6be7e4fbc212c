// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { jpegSample } from "../../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { landlordPageLink, openClaimOn } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { landlordLink } from "../../support/pages/landlord-leases.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";
import { linkOf, mailTo } from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const tenantMail = "inquilino.esperto@exemplo.com.br";
/** Second mailbox of the tenant, given as the landlord's. */
const mailbox = "segunda.caixa@exemplo.com.br";
const landlord = "helena.locadora@exemplo.com.br";

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Gives the demo contract its real landlord, who has opened a claim. */
async function prepare() {
  const { sql } = journey.stack;
  const account = demoContract(journey.stack);
  const [contract] = await sql`
    update public.contracts set tenant_email = ${tenantMail}, start_date = private.today_in_brasilia() - 100,
      end_date = private.today_in_brasilia() + 265
    where contract_number = ${account.contractNumber} returning id, lease_id`;
  const leaseId = String(contract?.["lease_id"]);
  await addLandlordAddress(sql, leaseId, landlord);
  const contractId = String(contract?.["id"]);
  const items = [{ kind: "repair", description: "Janela", asked: 900 }];
  const claim = await openClaimOn(journey.stack, contractId, { address: landlord, items });
  return { account, contractId, leaseId, claim };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Acts that the holder of the link tries without the page. Each returns the status of the answer. */
function attempts(secret: string, { leaseId, contractId, claim }: Prepared) {
  const { supabase, siteUrl } = journey.stack;
  const send = async (name: string, body: string | FormData, headers: Record<string, string>) => {
    const answer = await fetch(`${supabase.url}/functions/v1/${name}`, {
      method: "POST",
      headers: { origin: siteUrl, apikey: supabase.publishableKey, ...headers },
      body,
    });
    return answer.status;
  };
  const call = (name: string, body: object) => () =>
    send(name, JSON.stringify({ secret, ...body }), { "content-type": "application/json" });
  const onClaim = (action: string, more: object = {}) =>
    call("landlord-claim", { action, claimId: claim.id, version: 1, ...more });
  const onLease = (action: string, more: object) => call("landlord-lease", { action, ...more });
  const today = day(0);
  const account = { kind: "pix", key: "52998224725", holder: "Eu Mesmo", document: "52998224725" };
  const item = { id: crypto.randomUUID(), kind: "repair", description: "Porta", asked: "10,00" };
  const opening = { leaseId, requestId: crypto.randomUUID(), happenedOn: today, items: [item] };
  const ending = { contractId, endingId: crypto.randomUUID(), kind: "moved-out", keysOn: today };
  return {
    "open a claim": call("landlord-claim", { action: "open", ...opening, account }),
    "withdraw the claim": onClaim("withdraw"),
    "end the evidence": onClaim("complete"),
    "ask for a review": onClaim("review", { items: [claim.id], text: "Retiro o que pedi" }),
    "change the account": onClaim("change-account", { account }),
    "give an address": onLease("give-address", { leaseId, address: "terceira@exemplo.com.br" }),
    "report an end": onLease("ask", ending),
    "ask for a renewal": onLease("renew", { leaseId }),
    "send a report": async () => {
      const form = new FormData();
      form.set("moment", "entry");
      form.set("room", "kitchen");
      form.set("file", new File([await jpegSample()], "foto.jpg"));
      return send("upload-document", form, {
        "x-request-secret": secret,
        "x-document-kind": "inspection",
        "x-document-id": crypto.randomUUID(),
        "x-document-of": leaseId,
      });
    },
  };
}

it("a tenant's second mailbox reads letter and dates, acts nowhere, and both landlord and staff hear of it", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const prepared = await prepare();
  const { account, leaseId, claim } = prepared;

  // The tenant's own address is refused. The second mailbox is asked.
  const tenant = await journey.newPage(phone);
  await openContractPage(stack, tenant, account);
  const given = part(tenant, "Mostre a fiança ao locador");
  await given.getByLabel("E-mail do locador").fill(tenantMail);
  await given.getByRole("button", { name: "Pedir a confirmação" }).click();
  await expect(
    given.getByText("Este é o e-mail do locatário. Informe o do locador."),
  ).toBeVisible();
  await given.getByLabel("E-mail do locador").fill(mailbox);
  await given.getByRole("button", { name: "Pedir a confirmação" }).click();
  await expect(given).toContainText("Pedido recebido.");
  await checkAccessibility(tenant);

  // The tenant confirms the second mailbox. It reads, and no form is there.
  const link = await linkOf(
    journey,
    { email: mailbox },
    {
      subject: /^Confirme o seu e-mail/,
      link: landlordPageLink,
    },
  );
  const page = await journey.newPage(phone);
  await page.goto(link);
  await page.getByRole("button", { name: "Sim, sou eu" }).click();
  await expect(page.getByText("Por enquanto, este e-mail só lê")).toBeVisible();
  await expect(part(page, "Vigências e cartas")).toContainText(/R\$\s[\d.]+,\d\d/);
  await expect(page.getByText("A garantia pode ser acionada até")).toBeVisible();
  await expect(page.getByText(`nesta locação: ${claim.protocol}`)).toBeVisible();
  await expect(page.getByText("Janela")).toHaveCount(0);
  await checkAccessibility(page);
  const noForm = async () => {
    await expect(page.getByText("Por enquanto, este e-mail só lê")).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.locator("input, select, textarea")).toHaveCount(0);
    for (const name of ["Acionar a garantia", "A locação terminou?", "Renovação"])
      await expect(part(page, name)).toHaveCount(0);
  };
  await noForm();
  // A forged history entry opens neither the form of a claim nor the landlord's claim.
  for (const place of [{ claimOn: leaseId }, { claim: claim.id }]) {
    await page.evaluate((usr) => history.replaceState({ usr, key: "forged", idx: 0 }, ""), place);
    await page.reload();
    await noForm();
  }

  // Direct calls with the link are refused like those of a stranger, and change nothing.
  const [secret = ""] = /[\w-]{22}(?=\/|$)/.exec(link.slice(link.indexOf("#") + 1)) ?? [];
  const stateOf = async () => {
    const [row] = await sql`
      select (select count(*) from public.claims)::int as claims,
        (select count(*) from public.case_events)::int as events,
        (select count(*) from public.inspection_files)::int as files,
        (select count(*) from public.contract_endings)::int as endings,
        (select count(*) from public.lease_addresses)::int as addresses`;
    return row;
  };
  const before = await stateOf();
  const answers: Record<string, number> = {};
  for (const [act, attempt] of Object.entries(attempts(secret, prepared)))
    answers[act] = await attempt();
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((act) => [act, 404])));
  expect(await stateOf()).toEqual(before);

  // The real landlord hears of the mailbox, which is named in part. The tenant's page says what it may do.
  const told = await mailTo(
    journey,
    { email: landlord },
    /^Um e-mail do locador começou a acompanhar a carta/,
  );
  expect(told.text).toContain("s•••@exemplo");
  expect(told.text).toContain("não pode acionar a garantia nem informar contas");
  await tenant.reload();
  await expect(given).toContainText("Confirmado: vê a carta e as datas");
  const owner = await journey.newPage(phone);
  await owner.goto(await landlordLink(stack, landlord));
  await expect(part(owner, "E-mails do locador").getByRole("listitem")).toHaveText([
    /h•••@exemplo.*este é o seu.*Pode agir/,
    /s•••@exemplo.*Só lê, até a nossa conferência/,
  ]);
  await checkAccessibility(owner);

  // Staff see the address that waits beside the landlord's own, and remove it. Its link opens nothing any more.
  const staff = await journey.newPage(desk);
  await openAsStaff(stack, staff, "/admin/contratos");
  await staff.getByRole("radio", { name: "E-mails a conferir" }).check();
  const list = part(staff, "E-mails a conferir");
  await list.getByRole("button", { name: mailbox }).click();
  const sheet = part(staff, "E-mail escolhido");
  await expect(sheet).toContainText(landlord);
  await expect(sheet).toContainText(tenantMail);
  await checkAccessibility(staff);
  await sheet.getByRole("link", { name: account.contractNumber }).click();
  await part(staff, "Locador")
    .getByRole("button", { name: `Retirar ${mailbox}` })
    .click();
  await expect(part(staff, "Locador").getByText(mailbox)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
});
