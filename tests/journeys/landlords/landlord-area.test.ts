import { readFile } from "node:fs/promises";
import { it } from "vitest";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { landlordPageLink } from "../../support/pages/claim-steps.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { landlordLink, makeLeases } from "../../support/pages/landlord-leases.ts";
import { linkOf, mailTo } from "../../support/pages/walk-request.ts";

const journey = startJourney();
const phone = { width: 360, height: 780 };
const address = "imobiliaria.curta@exemplo.com.br";

it("an agency finds what waits for it first, searches, filters, saves the list and opens a lease from a mail", async () => {
  const { stack } = journey;
  const { sql } = stack;
  await sql`delete from public.rate_limits`;
  const leases = await makeLeases(stack, { address, count: 4 });
  const [, , asked, upcoming] = leases;
  const ownLink = await landlordLink(stack, address);
  await sql`
    select private.ask_ending_of(contract, 'tenant', null, gen_random_uuid(), 'moved-out', null,
      private.today_in_brasilia() - 2, false)
    from public.contracts as contract where contract.id = ${asked?.id ?? ""}`;
  await sql`
    update public.contracts set start_date = private.today_in_brasilia() + 9
    where id = ${upcoming?.id ?? ""}`;
  const page = await journey.newPage(phone);
  await page.goto(ownLink);

  const waiting = page.getByRole("region", { name: "Esperam por você (1)" });
  await expect(waiting.getByRole("listitem")).toHaveText([
    new RegExp(`Rua das Acácias, 3.*até ${formatShortDate(day(5))}`),
  ]);
  const others = page.getByRole("region", { name: "As outras locações" });
  await expect(others.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Acácias, 3");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar a planilha (CSV)" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(5);
  expect(csv).toContain("Rua das Acácias, 2, Zona 7;Maringá, PR;B. C. L.;Em vigor;");

  const filter = page.getByLabel("Mostrar", { exact: true });
  await filter.selectOption("Ainda não começaram");
  await expect(page.getByText("1 de 4 locações")).toBeVisible();
  await expect(page.getByRole("link", { name: "Rua das Acácias, 4, Zona 7" })).toBeVisible();
  await filter.selectOption("Todas");
  await page.getByLabel("Buscar por imóvel ou iniciais").fill("bcl");
  await expect(page.getByText("1 de 4 locações")).toBeVisible();
  await page.getByRole("link", { name: "Rua das Acácias, 2, Zona 7" }).click();
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 2, Zona 7" })).toBeFocused();
  await page.goBack();
  await expect(page.getByText("1 de 4 locações")).toBeVisible();

  // The mail names the property and the tenant's initials, and its link opens this lease among the four.
  const mail = { subject: /^Encerramento da fiança/, link: landlordPageLink };
  const link = await linkOf(journey, { email: address }, mail);
  const { text } = await mailTo(journey, { email: address }, mail.subject);
  expect(text).toContain("Rua das Acácias, 3, Zona 7");
  expect(text).toContain("A. B. R.");
  const opened = await journey.newPage(phone);
  await opened.goto(link);
  await expect(opened.getByRole("heading", { name: "Rua das Acácias, 3, Zona 7" })).toBeVisible();
  await expect(opened.getByText("Agora é com você")).toBeVisible();
  await opened.getByRole("button", { name: "Todas as locações" }).click();
  await expect(opened.getByText("4 de 4 locações")).toBeVisible();
});
