// @module-tag full
import { readFile } from "node:fs/promises";
import { it } from "vitest";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";
import { landlordLink, makeLeases } from "../../support/pages/landlord-leases.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };

it("an agency with a hundred leases finds on a phone what waits for it, searches, goes back and saves the list", async () => {
  const { stack } = journey;
  const { sql, siteUrl } = stack;
  const address = "agencia@exemplo.com.br";
  await sql`delete from public.rate_limits`;
  const leases = await makeLeases(stack, { address, count: 100 });
  const asked = leases[70];
  await sql`
    select private.ask_ending_of(contract, 'tenant', null, gen_random_uuid(), 'moved-out', null,
      private.today_in_brasilia() - 2, false)
    from public.contracts as contract where contract.id = ${asked?.id ?? ""}`;
  const page = await journey.newPage(phone);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const link = await landlordLink(stack, address);
  await page.goto(link);

  const waiting = page.getByRole("region", { name: "Esperam por você (1)" });
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await expect(waiting).toContainText("Rua das Acácias, 71");
  await expect(waiting).toContainText(formatShortDate(day(5)));
  await expect(page.getByText("100 de 100 locações")).toBeVisible();
  const others = page.getByRole("region", { name: "As outras locações" });
  await expect(others.getByRole("listitem")).toHaveCount(40);
  await page.getByRole("button", { name: "Mostrar mais 40" }).click();
  await expect(others.getByRole("listitem")).toHaveCount(80);
  await checkAccessibility(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar a planilha (CSV)" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.split("\r\n")).toHaveLength(102);
  expect(csv).toContain("Imóvel;Cidade;Iniciais do locatário;Situação;Início;Término;");
  expect(csv).toContain("Rua das Acácias, 71, Zona 7;Maringá, PR;A. B. R.;Em vigor;");

  await page.getByLabel("Buscar por imóvel ou iniciais").fill("bcl");
  await expect(page.getByText("1 de 100 locações")).toBeVisible();
  await page.getByRole("link", { name: "Rua das Acácias, 2, Zona 7" }).click();
  const title = page.getByRole("heading", { name: "Rua das Acácias, 2, Zona 7" });
  await expect(title).toBeFocused();
  await expect(page.getByRole("region", { name: "E-mails do locador" })).toContainText(
    "a•••@exemplo.com.br",
  );
  await checkAccessibility(page);
  expect(page.url()).toBe(`${link}/${leases[1]?.leaseId}`);

  await page.goBack();
  // The search is still there, and the list needs no second look for what was found.
  await expect(page.getByLabel("Buscar por imóvel ou iniciais")).toHaveValue("bcl");
  await expect(page.getByText("1 de 100 locações")).toBeVisible();
  await page.getByLabel("Buscar por imóvel ou iniciais").fill("palmeiras");
  await page.getByRole("button", { name: "Mostrar todas" }).click();
  await page.getByLabel("Mostrar", { exact: true }).selectOption("Esperam por você");
  await expect(page.getByText("1 de 100 locações")).toBeVisible();

  // The link of a mail opens the lease; its way back leads to the list.
  await page.goto(`${link}/${asked?.leaseId}`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 71, Zona 7" })).toBeVisible();
  await expect(page.getByText("Agora é com você")).toBeVisible();
  await page.getByRole("button", { name: "Todas as locações" }).click();
  await expect(page.getByText("100 de 100 locações")).toBeVisible();
  // A lease of other landlords is not there for this link.
  await page.goto(`${link}/${crypto.randomUUID()}`);
  await page.reload();
  await expect(page.getByText("Esta locação não aparece para este link")).toBeVisible();

  const secret = link.slice(link.indexOf("#") + 1);
  expect(urls.filter((url) => url.includes(secret) || /Acácias|exemplo/.test(url))).toEqual([]);
  await page.goto(`${siteUrl}/locador#${"x".repeat(22)}`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
});

it("a list that cannot be read says so and is read again, and an address is asked before it sees a lease", async () => {
  const { stack } = journey;
  const { sql } = stack;
  await sql`delete from public.rate_limits`;
  const address = "sem.locacoes@exemplo.com.br";
  const page = await journey.newPage({ ...phone, expectedErrors: [refusedByServer, noConnection] });
  const [{ leaseId } = { leaseId: "" }] = await makeLeases(stack, { address, count: 1 });
  const link = await landlordLink(stack, address);
  await page.route("**/functions/v1/landlord-area", (route) => route.abort());
  await page.goto(link);
  await expect(page.getByText("Não foi possível buscar as suas locações")).toBeVisible();
  await checkAccessibility(page);
  await page.unroute("**/functions/v1/landlord-area");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 1, Zona 7" })).toBeVisible();
  // An address that has not answered yet is asked, and then lands on its only lease.
  await sql`update public.lease_addresses set confirmed_at = null where lease_id = ${leaseId}`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "É você o locador?" })).toBeVisible();
  await expect(page.getByText("Rua das Acácias")).toHaveCount(0);
  await page.getByRole("button", { name: "Sim, sou eu" }).click();
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 1, Zona 7" })).toBeVisible();
  await sql`update public.lease_addresses set confirmed_at = null, refused_at = now() where lease_id = ${leaseId}`;
  await page.reload();
  await expect(page.getByText("Este link não vale mais")).toBeVisible();
});
