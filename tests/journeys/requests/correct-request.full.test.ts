// @module-tag full
import type { Page } from "@playwright/test";
import { it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { cpfs, fillIn, submitButton, succeeded } from "../../support/pages/simulation-form.ts";
import { mailTo, openInQueue, trackingLink } from "../../support/pages/walk-request.ts";
import { addOffer } from "../../support/pages/offers.ts";
import { createSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780 };
const desk = { width: 1440, height: 900 };

/** Opens the form for corrections on the page of a request. */
async function openForm(page: Page) {
  await page.getByRole("button", { name: "Corrigir os meus dados" }).click();
  const form = page.getByRole("region", { name: "Algum dado está errado?" });
  await expect(form.getByLabel("Valor do aluguel")).toBeVisible();
  return form;
}

it("an applicant who insists on a mistyped address corrects it by the link afterwards", async () => {
  const wrong = { fullName: "Maria Insistente", email: "maria.i@gmial.com", cpf: cpfs[0] };
  const right = { ...wrong, email: "maria.i@gmail.com" };
  const page = await journey.open("/simular", { ...phone, expectedErrors: [refusedByServer] });
  await fillIn(page, wrong);
  await page.getByRole("button", { name: "Não, está certo" }).click();
  await submitButton(page).click();
  await succeeded(page);
  await page.getByRole("link", { name: "Acompanhar o meu pedido" }).click();
  await expect(page.getByText("Com a nossa equipe")).toBeVisible();
  const former = page.url();
  const staff = await openInQueue(journey, wrong, desk);

  const form = await openForm(page);
  await expect(form).toContainText("Agora: m•••@gmial.com");
  await expect(form).toContainText("Agora: •••8888");
  await expect(form).not.toContainText("Av. Brasil");
  await checkAccessibility(page);
  await form.getByRole("button", { name: "Enviar correção" }).click();
  await expect(form).toContainText("Preencha ao menos um dado para corrigir");
  await form.getByLabel("E-mail").fill("maria.i@gmal.com");
  await form.getByLabel("Valor do aluguel").fill("2000");
  await form.getByRole("button", { name: "Sim, corrigir" }).click();
  await expect(form.getByLabel("E-mail")).toHaveValue(right.email);
  await form.getByRole("button", { name: "Enviar correção" }).click();
  const done = page.getByRole("heading", { name: "Dados corrigidos" });
  await expect(done).toBeFocused();
  await expect(page.getByText(`Enviamos um novo link para ${right.email}.`)).toBeVisible();
  await checkAccessibility(page);

  const mail = await mailTo(journey, right, /foram corrigidos/);
  expect(mail.text).toContain("E-mail, Valor do aluguel");
  const notice = await mailTo(journey, wrong, /O e-mail de um pedido mudou/);
  expect(notice.text).not.toMatch(/acompanhar#|PS-\d{4}|gmail\.com|Maria/);
  const [link] = trackingLink.exec(mail.text) ?? [];
  const other = await journey.newPage({ ...phone, expectedErrors: [refusedByServer] });
  await other.goto(former);
  await expect(other.getByText("Com a nossa equipe")).toBeVisible();
  await other.goto(String(link));
  await other.reload();
  await expect(other.getByText("Com a nossa equipe")).toBeVisible();
  await other.goto(former);
  await other.reload();
  await expect(other.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();

  const changed = staff.getByRole("region", { name: "Dados corrigidos por quem pediu" });
  await expect(changed).toContainText("E-mail: de maria.i@gmial.com para maria.i@gmail.com");
  await expect(changed).toContainText("de R$\u00a01.800,50 para R$\u00a02.000,00");
  await expect(staff.getByText("Aluguel sobre a renda: 30,8%")).toBeVisible();
  await checkAccessibility(staff);
  await changed.getByRole("button", { name: "Conferi a correção" }).click();
  await expect(changed).toHaveCount(0);
  await staff.getByText("Histórico", { exact: false }).last().click();
  await expect(staff.getByText(/Corrigido pela página do pedido\. E-mail: de/)).toBeVisible();
});

it("staff correct the rent, which withdraws open conditions and prefills new ones", async () => {
  const fullName = "Olga Oferecida";
  const { stack } = journey;
  const { link, simulationId } = await addOffer(stack, {
    full_name: fullName,
    email: "olga@exemplo.com.br",
  });
  await stack.sql`
    update public.simulations set reviewed_at = now() - interval '1 minute'
    where full_name = ${fullName}`;
  const page = await journey.newPage(phone);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Suas condições" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Corrigir os meus dados" })).toHaveCount(0);

  const opened = await journey.newPage(desk);
  await storeStaffSession(stack, opened, await createSession(stack, stack.supabase.accounts.staff));
  await opened.goto(`${stack.siteUrl}/admin/simulacoes#${simulationId}`);
  await opened.getByRole("button", { name: "Corrigir dados" }).click();
  const dialog = opened.getByRole("dialog", { name: /Corrigir os dados do pedido/ });
  await expect(dialog).toContainText("As condições enviadas serão retiradas");
  await dialog.getByLabel("Valor do aluguel").fill("2000");
  await dialog.getByLabel("Motivo").fill("A pessoa ligou");
  await checkAccessibility(opened);
  await dialog.getByRole("button", { name: "Registrar correção" }).click();
  await expect(toast(opened, "Dados corrigidos")).toBeVisible();
  await expect(dialog).toBeHidden();
  await opened.getByRole("button", { name: "Fazer proposta" }).click();
  const offer = opened.getByRole("dialog", { name: /Fazer proposta/ });
  await expect(offer.getByLabel("Aluguel")).toHaveValue("2.000,00");
  await page.reload();
  await expect(page.getByText("Nossa equipe está preparando as condições")).toBeVisible();
});
