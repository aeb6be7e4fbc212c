// @module-tag full
import type { Page } from "@playwright/test";
import { it } from "vitest";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { openClaimOn, photoFile } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { landlordLink, makeLeases } from "../../support/pages/landlord-leases.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };

async function landlordOf(givenBy: "staff" | "tenant" = "staff") {
  const { stack } = journey;
  await stack.sql`delete from public.rate_limits`;
  const address = `locador-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  const [lease] = await makeLeases(stack, { address, count: 1, givenBy });
  if (!lease) throw new Error("makeLeases returns one lease.");
  const page = await journey.newPage(phone);
  await page.goto(await landlordLink(stack, address));
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 1, Zona 7" })).toBeVisible();
  return { ...lease, address, page };
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

it("a landlord with one lease lands on it, asks for its renewal and gives another address", async () => {
  const { page, id } = await landlordOf();
  await expect(page.getByRole("button", { name: "Todas as locações" })).toHaveCount(0);
  await expect(part(page, "Vigências e cartas")).toContainText("R$ 15.540,00");
  await checkAccessibility(page);

  const renewal = part(page, "Renovação");
  await renewal.getByRole("button", { name: "Pedir que ofereçam a renovação" }).click();
  await expect(renewal).toContainText("A renovação foi pedida.");
  await expect(renewal.getByRole("button")).toHaveCount(0);
  const { sql } = journey.stack;
  const [asked] = await sql`select renewal_asked_by from public.contracts where id = ${id}`;
  expect(asked).toEqual({ renewal_asked_by: "landlord" });

  const addresses = part(page, "E-mails do locador");
  await expect(addresses.getByRole("listitem")).toHaveText([
    /l•••@exemplo.*este é o seu.*Pode agir/,
  ]);
  const field = addresses.getByLabel("Outro e-mail do locador");
  const [tenant] = await sql`select tenant_email from public.contracts where id = ${id}`;
  await field.fill(String(tenant?.["tenant_email"]));
  await addresses.getByRole("button", { name: "Pedir a confirmação" }).click();
  await expect(addresses.getByText("Este é o e-mail do locatário.")).toBeVisible();
  await field.fill("colega@imobiliaria.com.br");
  await addresses.getByRole("button", { name: "Pedir a confirmação" }).click();
  await expect(addresses).toContainText("Pedimos a confirmação por e-mail.");
  await expect(addresses.getByRole("listitem")).toHaveCount(2);
  await expect(addresses).toContainText("À espera da confirmação");
  await checkAccessibility(page);
});

it("an address that the tenant gave only reads: it is told why, and no form is there", async () => {
  const { page, id, address } = await landlordOf("tenant");
  const { sql } = journey.stack;
  await expect(page.getByText("Por enquanto, este e-mail só lê")).toBeVisible();
  await expect(page.getByText("a nossa equipe confirma com o locador")).toBeVisible();
  await expect(part(page, "Vigências e cartas")).toBeVisible();
  await expect(page.getByText("A garantia pode ser acionada até")).toContainText(
    /São \d+ dias contados (?:da devolução das chaves|do fim da última vigência), em \d/,
  );
  await expect(page.getByRole("textbox")).toHaveCount(0);
  for (const name of ["Acionar a garantia", "Renovação", "E-mails do locador"])
    await expect(part(page, name)).toHaveCount(0);
  // A claim that staff opened for the landlord is known to exist, without its content.
  const items = [{ kind: "repair", description: "Janela", asked: 90 }];
  const { protocol } = await openClaimOn(journey.stack, id, { items });
  await page.reload();
  await expect(
    page.getByText(`Há um pedido de acionamento nesta locação: ${protocol}`),
  ).toBeVisible();
  await expect(page.getByText("Janela")).toHaveCount(0);
  await checkAccessibility(page);
  // After the check of staff, the same link acts.
  await sql`
    update public.lease_addresses set checked_at = now(), check_note = 'Por telefone' where address = ${address}`;
  await page.reload();
  await expect(page.getByRole("button", { name: "Ver o pedido" })).toBeVisible();
});

it("the landlord contests the day of the keys, proves it, and reports an end despite an open claim", async () => {
  const { page, id } = await landlordOf();
  const { sql } = journey.stack;
  const stated = day(-3);
  await sql`
    select private.ask_ending_of(contract, 'tenant', null, gen_random_uuid(), 'moved-out', null, ${stated}, false)
    from public.contracts as contract where contract.id = ${id}`;
  await page.reload();
  const handover = part(page, "Fim da locação");
  await expect(handover).toContainText(`Locatário: ${formatShortDate(stated)}`);
  await expect(handover).toContainText("Nenhum dia vale antes de você ser ouvido.");
  await checkAccessibility(page);
  await handover.getByRole("button", { name: "Foi outro dia" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Entrega das chaves").fill(day(-1));
  await dialog.getByLabel("Explique").fill("Recebi as chaves na portaria.");
  await dialog.getByRole("button", { name: "Enviar o dia" }).click();
  await expect(handover).toContainText(`Locador: ${formatShortDate(day(-1))}`);
  await expect(handover).toContainText("Os dias não são iguais.");
  await handover
    .getByLabel("Enviar o recibo das chaves")
    .setInputFiles(await photoFile("recibo.jpg"));
  await expect(handover).toContainText("Recibo recebido.");
  await expect(handover).toContainText("(com recibo)");
  await checkAccessibility(page);

  // The tenant withdraws, and the landlord reports the end while a claim is open.
  await sql`update public.contract_endings set status = 'withdrawn', closed_at = now() where contract_id = ${id}`;
  await openClaimOn(journey.stack, id);
  await page.reload();
  await part(page, "A locação terminou?").getByRole("button").click();
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(dialog.getByText("Escolha o motivo", { exact: true }).last()).toBeVisible();
  await dialog
    .getByLabel("O que aconteceu?")
    .selectOption("A locação não começou: ninguém se mudou");
  await expect(dialog.getByLabel("Entrega das chaves")).toHaveCount(0);
  await dialog
    .getByLabel("O que aconteceu?")
    .selectOption("O locatário deixou o imóvel antes do fim");
  await dialog.getByLabel("Entrega das chaves").fill(day(-1));
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(
    dialog.getByText("Há um pedido de acionamento sem decisão nesta locação: PA-"),
  ).toBeVisible();
  await checkAccessibility(page);
  await dialog.getByLabel("Entendi, e quero informar o fim assim mesmo").check();
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(handover).toContainText("Você informou o fim da locação.");
  await expect(handover).toContainText("O locatário pode confirmar o dia ou informar outro até");
  await handover.getByRole("button", { name: "Retirar o que informei" }).click();
  await expect(part(page, "A locação terminou?")).toBeVisible();
});
