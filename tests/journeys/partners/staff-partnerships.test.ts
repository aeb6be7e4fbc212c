import type { Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import { partnershipRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
let stack: FullStack;
let staff: StoredSession;

async function openPartnerships(options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await storeStaffSession(stack, page, staff);
  await page.goto(`${stack.siteUrl}/admin/parcerias`);
  return page;
}

/** Adds a partnership request that staff promised to answer within this number of minutes from now. */
async function addRequest(companyName: string, minutes: number): Promise<void> {
  const row = partnershipRow({ company_name: companyName, phone: "43999990000" });
  await stack.sql`insert into public.partnership_requests ${stack.sql(row)}`;
  await stack.sql`
    update public.partnership_requests
    set created_at = now() - interval '4 days', due_at = now() + ${minutes} * interval '1 minute'
    where company_name = ${companyName}`;
}

const list = (page: Page) => page.getByRole("region", { name: "Pedidos de parceria" });
const row = (page: Page, name: string) => list(page).getByRole("button", { name });
const detail = (page: Page) => page.getByRole("region", { name: "Pedido escolhido" });

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
  await addRequest("Ainda Tem Tempo", 23 * 60 + 30);
  await addRequest("Já Passou", -150);
  await addRequest("Quase Na Hora", 45);
});

describe("partnership requests", () => {
  it("are ordered by the oldest promise, with the time left", async () => {
    const page = await openPartnerships();
    const rows = list(page).getByRole("button");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0)).toContainText("Já Passou");
    await expect(rows.nth(0)).toContainText("atrasado 2 h");
    await expect(rows.nth(1)).toContainText(/faltam 4\d min/);
    await expect(rows.nth(2)).toContainText("faltam 23 h");
    const places = page.getByRole("navigation", { name: "Área da equipe" });
    await expect(places.getByRole("link", { name: /Parcerias/ })).toContainText(
      /1 com prazo vencido.*3 a contatar/,
    );
    await checkAccessibility(page);
  });

  it("are contacted, noted and accepted, and each step stays on record", async () => {
    const page = await openPartnerships();
    await row(page, "Quase Na Hora").press("Enter");
    await expect(detail(page)).toBeFocused();
    const talk = detail(page).getByRole("link", { name: /WhatsApp/ });
    await expect(talk).toHaveAttribute("href", /^https:\/\/wa\.me\/5543999990000\?text=/);
    await detail(page).getByRole("button", { name: "Guardar anotação" }).click();
    await expect(detail(page).getByText("Escreva a anotação")).toBeVisible();
    await checkAccessibility(page);
    const note = detail(page).getByRole("textbox", { name: "Nova anotação" });
    await note.fill("Pediu proposta.\nRetornar na terça.");
    await detail(page).getByRole("button", { name: "Guardar anotação" }).click();
    await expect(detail(page).getByRole("listitem").getByText("Retornar na terça.")).toBeVisible();
    await expect(note).toHaveValue("");
    await detail(page).getByRole("button", { name: "Marcar como contatado" }).press("Enter");
    await expect(page.getByText("Contato registrado")).toBeVisible();
    await expect(row(page, "Quase Na Hora")).toHaveCount(0);
    await detail(page).getByRole("button", { name: "Aceitar parceria" }).click();
    await expect(page.getByText("Parceria aceita")).toBeVisible();
    await expect(detail(page)).toContainText("registrou o contato");
    await expect(detail(page)).toContainText("aceitou a parceria");
    await checkAccessibility(page);
    await page.getByText("Parceiros", { exact: true }).click();
    const partners = page.getByRole("region", { name: "Parceiros" });
    await partners.getByRole("button", { name: "Quase Na Hora" }).click();
    const partner = page.getByRole("region", { name: "Parceiro escolhido" });
    await expect(partner.getByRole("link", { name: "(43) 99999-0000" })).toBeVisible();
    await partner.getByRole("button", { name: "Encerrar parceria" }).click();
    await partner.getByRole("button", { name: "Sim, encerrar" }).click();
    await expect(partner.getByText("Parceria encerrada em")).toBeVisible();
    await checkAccessibility(page);
  });

  it("are declined on a phone with a reason, and may be reopened", { tags: ["full"] }, async () => {
    const page = await openPartnerships({ width: 320 });
    await row(page, "Já Passou").click();
    await detail(page).getByRole("button", { name: "Recusar" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Recusar parceria" }).click();
    await expect(dialog.getByText("Informe o motivo da recusa")).toBeVisible();
    await checkAccessibility(page);
    await dialog.getByRole("textbox").fill("Fora da região.");
    await dialog.getByRole("button", { name: "Recusar parceria" }).click();
    await expect(page.getByText("Parceria recusada")).toBeVisible();
    await expect(detail(page).getByText("Fora da região.")).toBeVisible();
    await detail(page).getByRole("button", { name: "Reabrir a conversa" }).click();
    await expect(detail(page).getByRole("button", { name: "Aceitar parceria" })).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Voltar à lista" }).click();
    await page.getByText("Contatados", { exact: true }).click();
    await expect(row(page, "Já Passou")).toContainText("Contatado");
  });
});
