// @module-tag full
import type { Page } from "@playwright/test";
import { beforeAll, it } from "vitest";
import { demoAccounts } from "../../../supabase/local/seed/demo-accounts.ts";
import { privatePaths } from "../../site/site-paths.ts";
import { launchBrowser, openVisit } from "../../support/pages/browser.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";
import {
  contractAccount,
  createSession,
  type StoredSession,
  storeContractSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const word = (length: number) => "W".repeat(length);
const phone = { width: 360, height: 780 };
let staff: StoredSession;

beforeAll(async () => {
  const { stack } = journey;
  staff = await createSession(stack, stack.supabase.accounts.staff);
  const simulation = await addSimulation(stack, {
    full_name: word(100),
    email: `${word(60)}@${word(60)}.${word(60)}.com.br`,
    phone: "+123456789012345",
    occupation: word(100),
    property_address: word(200),
    property_city: word(100),
    owner_name: word(100),
    comments: word(1000),
    monthly_income: 9_999_999_999.99,
  });
  await stack.sql`
    insert into public.outgoing_mail
      (template, recipient, payload, idempotency_key, simulation_id, status, last_error)
    values ('simulation-received', ${`${word(200)}@exemplo.com.br`}, '{}', 'palavra-longa',
      ${simulation}, 'parked', ${word(300)})`;
});

/** Returns the names and first words of the elements that extend beyond the right edge of the window. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const parts = document.querySelectorAll("main *, dialog *, body > table *");
    return Array.from(parts)
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        return width > 1 && right > clientWidth + 0.5;
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
}

async function openAsStaff(path: string): Promise<Page> {
  const page = await journey.newPage(phone);
  await storeStaffSession(journey.stack, page, staff);
  await page.goto(journey.stack.siteUrl + path);
  return page;
}

it("a stranger's long words widen neither the card of a simulation nor its dialog", async () => {
  const page = await openAsStaff("/admin/simulacoes");
  const card = page.getByRole("article", { name: word(100) });
  const list = page.getByRole("region", { name: "Simulações" });
  const line = list.getByRole("button", { name: word(100) });
  await expect(line).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
  await line.click();
  await expect(card).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
  await card.getByRole("button", { name: /Rejeitar/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

it("a long address does not widen an unsent e-mail", async () => {
  const page = await openAsStaff("/admin/emails");
  await expect(page.getByText(`para ${word(200)}`).first()).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

it("a long name does not widen a row of the team", async () => {
  const { sql, supabase } = journey.stack;
  await sql`update public.staff set full_name = ${word(100)}
    where email = ${supabase.accounts.staff.email}`;
  const page = await openAsStaff("/admin/equipe");
  await expect(page.getByText(word(100))).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

it("no staff screen is wider than a phone at double text size", async () => {
  const browser = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
  const { page, close } = await openVisit(browser, phone);
  await storeStaffSession(journey.stack, page, staff);
  const paths = privatePaths.filter((path) => path.startsWith("/admin"));
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    await page.goto(journey.stack.siteUrl + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
    expect({ path, overflow: await overflow() }).toEqual({ path, overflow: 0 });
  }
  await close();
  await browser.close();
});

it("long names widen neither a contract nor the list of its documents", async () => {
  const { stack } = journey;
  const [tenant] = demoAccounts.contracts;
  if (!tenant) throw new Error("The demonstration has contracts.");
  const { contractNumber } = tenant;
  await stack.sql`
    update public.contracts set tenant_name = ${word(100)}, landlord_name = ${word(100)},
      tenant_email = ${`${word(60)}@${word(60)}.com.br`}, property_address = ${word(300)},
      payment_method = ${word(100)}
    where contract_number = ${contractNumber}`;
  await stack.sql`
    update public.contract_documents set document_name = ${word(200)}
    where contract_id in (
      select id from public.contracts where contract_number = ${contractNumber})`;
  const page = await journey.newPage(phone);
  const session = await createSession(stack, await contractAccount(stack, tenant));
  await storeContractSession(stack, page, { session, contractNumber });
  await page.goto(`${stack.siteUrl}/contrato`);
  await expect(page.getByText(word(200)).first()).toBeVisible();
  await expect(page.getByText(word(300)).first()).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

it("a stranger's long words do not widen an e-mail", async () => {
  const { stack } = journey;
  const request = {
    submissionId: crypto.randomUUID(),
    partnerName: word(100),
    email: "palavra@exemplo.com.br",
    phone: "44999998888",
    companyName: word(100),
    propertyAddress: word(200),
    propertyCity: word(100),
    propertyState: "PR",
    propertyType: "Casa",
    propertyValue: 1,
    message: word(1000),
  };
  await stack.sql`select public.submit_partnership_request(${stack.sql.json(request)}, ${"a".repeat(64)})`;
  const notice = await stack.mail(stack.supabase.accounts.staff.email, /WWWW/);
  const page = await journey.newPage(phone);
  await page.setContent(notice.html);
  await expect(page.getByText(word(1000))).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});

it("a stranger's long words do not widen the notice of a message", async () => {
  const { stack } = journey;
  const message = {
    submissionId: crypto.randomUUID(),
    name: word(100),
    email: `${word(60)}@${word(60)}.com.br`,
    subject: word(120),
    product: "w".repeat(96),
    message: word(1000),
  };
  await stack.sql`select public.submit_contact_message(${stack.sql.json(message)}, ${"a".repeat(64)})`;
  const notice = await stack.mail(stack.supabase.accounts.staff.email, /mensagem de contato/);
  const page = await journey.newPage(phone);
  await page.setContent(notice.html);
  await expect(page.getByText(word(1000))).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
});
