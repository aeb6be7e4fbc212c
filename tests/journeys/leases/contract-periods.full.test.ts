// @module-tag full
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { beforeAll, beforeEach, it } from "vitest";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { insertContract } from "../../../supabase/tests/support/insert-contract.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { openClaimOn } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { demoContract } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const landlord = "locador-de-dois-anos@exemplo.com.br";

interface Lease {
  leaseId: string;
  former: { id: string; number: string };
  renewal: { id: string; number: string };
  claim: { id: string; protocol: string };
}
let lease: Lease;

/** Gives the demo contract a renewal that began today, and a claim about its last day. */
beforeAll(async () => {
  const { sql } = journey.stack;
  const number = demoContract(journey.stack).contractNumber;
  await sql`
    update public.contracts
    set start_date = private.today_in_brasilia() - 365, end_date = private.today_in_brasilia() - 1
    where contract_number = ${number}`;
  const [row] = await sql`select * from public.contracts where contract_number = ${number}`;
  const { search_text: _, offer_id: __, ...terms } = row ?? {};
  const [days] = await sql`
    select private.today_in_brasilia()::text as first, (private.today_in_brasilia() + 364)::text as last`;
  const formerId = String(row?.["id"]);
  const leaseId = String(row?.["lease_id"]);
  const renewal = await insertContract(sql, {
    ...terms,
    id: crypto.randomUUID(),
    user_id: String(row?.["user_id"]),
    lease_id: leaseId,
    contract_number: "PF-2026-00000000D2",
    start_date: days?.["first"],
    end_date: days?.["last"],
    renews_contract_id: formerId,
  });
  await addLandlordAddress(sql, leaseId, landlord);
  const items = [
    { kind: "repair", description: "Porta do quarto.", asked: 400 },
    { kind: "painting", description: "Parede da sala.", asked: 250 },
  ];
  const claim = await openClaimOn(journey.stack, formerId, {
    address: landlord,
    daysAgo: 1,
    items,
  });
  lease = { leaseId, former: { id: formerId, number }, renewal, claim };
});

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

/** Opens a link of a mail without a session, and signs in. */
async function openLink(fragment: string): Promise<Page> {
  const { contractNumber, password } = demoContract(journey.stack);
  const page = await journey.newPage(phone);
  await page.goto(`${journey.stack.siteUrl}/contrato#${fragment}`);
  await page.getByLabel("Número do contrato").fill(contractNumber);
  await page.getByRole("textbox", { name: "Senha" }).fill(password);
  await page.getByRole("button", { name: "Acessar contrato" }).click();
  return page;
}

const titleOf = (page: Page, number: string) =>
  page.getByRole("heading", { name: `Contrato Nº ${number}` });

it("the list has money and claims of each period, and the period in force comes first", async () => {
  const { former, renewal, claim } = lease;
  const page = await openLink("");
  const list = page.getByRole("navigation", { name: "Os seus contratos" });
  await expect(titleOf(page, renewal.number)).toBeVisible();
  const [first, second] = [list.getByRole("button").first(), list.getByRole("button").last()];
  await expect(first).toContainText(renewal.number);
  await expect(first).not.toContainText("Acionamento");
  await expect(second).toContainText(former.number);
  await expect(second).toContainText(
    `Acionamento ${claim.protocol}: aguardando as provas do locador`,
  );
  await expect(second).toContainText(/Nada a pagar|Em atraso|Falta pagar/);
  // The claim on the former period is open, so the page of the renewal shows it as well.
  const card = page.getByRole("region", { name: `O locador acionou a garantia ${claim.protocol}` });
  await expect(card).toContainText("Este pedido é da vigência de");
  await expect(card).toContainText("Você já pode ver o pedido e responder");
  await checkAccessibility(page);
  await second.click();
  await expect(titleOf(page, former.number)).toBeVisible();
  await expect(card).not.toContainText("Este pedido é da vigência de");
  await expect(page.getByText("A renovação já está contratada")).toBeVisible();
});

it("a mail's link leads through the sign-in to the period that it is about", async () => {
  const { former } = lease;
  const page = await openLink(former.id);
  await expect(page).toHaveURL(new RegExp(`/contrato#${former.id}$`));
  await expect(titleOf(page, former.number)).toBeVisible();
});

it("a mail's link to a claim opens it, and back is the period of the claim", async () => {
  const { former, claim } = lease;
  const page = await openLink(claim.id);
  await expect(page.getByRole("heading", { name: new RegExp(claim.protocol) })).toBeVisible();
  await page.getByRole("button", { name: "Voltar" }).click();
  await expect(titleOf(page, former.number)).toBeVisible();
});

it("a link to the period of somebody else shows the tenant's own contract", async () => {
  const [other] = await journey.stack.sql`
    select id, contract_number from public.contracts where lease_id <> ${lease.leaseId} limit 1`;
  const page = await openLink(String(other?.["id"]));
  await expect(titleOf(page, lease.renewal.number)).toBeVisible();
  await expect(page.getByText(String(other?.["contract_number"]))).toHaveCount(0);
  await expect(page).toHaveURL(/\/contrato$/);
});

it("the calendar of both periods has the last day to claim of the lease", async () => {
  const { former, renewal, leaseId } = lease;
  const [row] = await journey.stack.sql`
    select private.last_claim_day(${leaseId})::text as day`;
  const day = String(row?.["day"]).replaceAll("-", "");
  const page = await openLink(former.id);
  for (const { number } of [former, renewal]) {
    await page
      .getByRole("navigation", { name: "Os seus contratos" })
      .getByRole("button", { name: new RegExp(number) })
      .click();
    await expect(titleOf(page, number)).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Baixar as datas para a agenda" }).click();
    const written = await readFile(await (await saved).path(), "utf8");
    const proof = written.split("BEGIN:VEVENT").find((event) => event.includes("UID:proof-"));
    expect(proof?.replaceAll("\r\n ", "")).toMatch(
      new RegExp(`UID:proof-${leaseId}@[^]*DTSTART;VALUE=DATE:${day}[^]*TRIGGER:-P6DT15H`),
    );
  }
  await expect(page.getByText(formatShortDate(String(row?.["day"]))).first()).toBeVisible();
});
