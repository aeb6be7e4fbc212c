// @module-tag full
import { it } from "vitest";
import { checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const address = "segunda.caixa@exemplo.com.br";

it("staff compare an address that a tenant gave, check it with a note, and the list is empty again", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const contractId = await addContract(stack, {
    tenant_name: "Inquilino Que Informou",
    tenant_email: "informou@exemplo.com.br",
    tenant_phone: "44999998888",
    landlord_name: "Rosana Locadora",
    landlord_phone: "44988887777",
  });
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${address}, 'tenant', now() from public.contracts where id = ${contractId}`;
  const page = await journey.newPage(desk);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAsStaff(stack, page, "/admin/contratos");
  await expect(page.getByText("1 com e-mail do locador a conferir").first()).toBeAttached();
  await page.getByRole("radio", { name: "E-mails a conferir" }).check();
  const list = page.getByRole("region", { name: "E-mails a conferir", exact: true });
  await expect(list.getByRole("button")).toHaveCount(1);
  await list.getByRole("button", { name: address }).click();
  const sheet = page.getByRole("region", { name: "E-mail escolhido" });
  await expect(sheet).toContainText("E-mail do locatárioinformou@exemplo.com.br");
  await expect(sheet).toContainText("Telefone do locador (dado no pedido)(44) 98888-7777");
  await checkBothWidths(page);

  // The contract's page shows that the address only reads, and leads to the same check.
  await sheet.getByRole("link", { name: /^PF-/ }).click();
  const landlord = page.getByRole("region", { name: "Locador", exact: true });
  await expect(landlord).toContainText("Só lê, a conferir");
  await expect(landlord).toContainText("dado pelo locatário");
  await checkBothWidths(page);
  await landlord.getByRole("link", { name: `Conferir ${address}` }).click();

  const check = sheet.getByRole("button", { name: "Conferi: fala pelo locador" });
  await check.click();
  await expect(sheet.getByText("Escreva como você conferiu")).toBeVisible();
  await sheet.getByLabel("Como você conferiu").fill("Ligamos para a imobiliária.");
  await check.dblclick();
  await expect(page.getByText("E-mail conferido", { exact: true })).toBeVisible();
  await expect(sheet).toContainText("Este e-mail já não espera conferência");
  await expect(page.getByText("Nenhum e-mail a conferir")).toBeVisible();
  await checkBothWidths(page);
  const [known] = await sql`
    select standing, check_note as note from public.lease_addresses where address = ${address}`;
  expect(known).toEqual({ standing: "acts", note: "Ligamos para a imobiliária." });

  await page.goto(`${stack.siteUrl}/admin/contratos#${contractId}`);
  await expect(landlord).toContainText("Fala pelo locador");
  await expect(landlord).toContainText("Conferido: Ligamos para a imobiliária.");
  await expect(page.getByText(/conferiu um e-mail do locador/)).toBeVisible();
  await landlord.getByLabel("Novo e-mail do locador").fill("informou@exemplo.com.br");
  await landlord.getByRole("button", { name: "Incluir e pedir a confirmação" }).click();
  await expect(landlord.getByText("Este é o e-mail do locatário.")).toBeVisible();
  await landlord.getByLabel("Novo e-mail do locador").fill("rosana@exemplo.com.br");
  await landlord.getByRole("button", { name: "Incluir e pedir a confirmação" }).click();
  await expect(landlord).toContainText("Não confirmado");
  await landlord.getByRole("button", { name: `Retirar ${address}` }).click();
  await expect(landlord.getByText(address)).toHaveCount(0);
  await checkBothWidths(page);
});
