import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { checkAccessibility, checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { demoMember, signInAs } from "../../support/pages/sign-in-staff.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { createPasswordSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const owner = demoMember("gestao").name;

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.login_attempts`;
  await sql`update private.staff_settings 
    set second_person_above = 5000, account_wait_days = 2, fee_range_percent = 20`;
});

const amount = (page: Page) => page.getByLabel(/^Acima deste valor/);
const save = (page: Page) => page.getByRole("button", { name: "Salvar limites" }).click();
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openLimits(page: Page): Promise<void> {
  await page.goto(`${journey.stack.siteUrl}/admin/limites`);
}

describe("the limits of staff", () => {
  it("are changed by an owner with a second factor, and the audit shows the change", async () => {
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await signInAs(journey.stack, page, "gestao");
    await openLimits(page);
    await expect(part(page, "Valem agora")).toContainText("Duas pessoas acima deR$ 5.000,00");
    await page.getByLabel(/^Espera de uma conta nova/).fill("1");
    await amount(page).fill("2500");
    await save(page);
    await expect(page.getByText("Informe um número inteiro de 2 a 10")).toBeVisible();
    await checkBothWidths(page);
    await page.getByLabel(/^Espera de uma conta nova/).fill("3");
    await save(page);
    await expect(toast(page, "Limites alterados")).toBeVisible();
    await expect(part(page, "Valem agora")).toContainText("Duas pessoas acima deR$ 2.500,00");
    const change = part(page, "Últimas mudanças").getByRole("listitem").first();
    await expect(change).toContainText(owner);
    await expect(change).toContainText("Duas pessoas acima de: de R$ 5.000,00 para R$ 2.500,00");
    await expect(change).toContainText("de 2 dias úteis para 3 dias úteis");
    await checkBothWidths(page);

    await page.goto(`${journey.stack.siteUrl}/admin/auditoria`);
    await page.getByLabel("Ação").selectOption({ label: "mudar os limites da equipe" });
    const entry = part(page, "Registros").getByRole("listitem").first();
    await expect(entry).toContainText(`${owner} mudou os limites da equipe`);
    await checkBothWidths(page);
  });

  it(
    "are read by other members, and an owner without a second factor is told what is missing",
    { tags: ["full"] },
    async () => {
      const { stack } = journey;
      const page = await journey.newPage();
      for (const [rights, lack] of [
        [["read", "owner"], /^Isto pede a verificação em duas etapas\./],
        [["read"], new RegExp(`^Falta o direito “Gerir a empresa”. Quem tem: .*${owner}`)],
      ] as const) {
        const account = await addStaff(stack, "active", rights);
        await storeStaffSession(stack, page, await createPasswordSession(stack, account));
        await openLimits(page);
        await expect(part(page, "Valem agora")).toContainText("R$ 5.000,00");
        await expect(page.getByText(lack)).toBeVisible();
        await expect(amount(page)).toHaveCount(0);
      }
    },
  );

  it(
    "keep what an owner typed, and say what a colleague changed meanwhile",
    { tags: ["full"] },
    async () => {
      const { stack } = journey;
      const page = await journey.newPage({ expectedErrors: [refusedByServer] });
      await openAsStaff(stack, page, "/admin/limites");
      await amount(page).fill("3000");
      await stack.sql`
      update private.staff_settings set fee_range_percent = 25, version = version + 1`;
      await save(page);
      await expect(page.getByRole("alert")).toContainText("Os limites mudaram enquanto");
      await expect(page.getByText("Variação da taxa: de 20% para 25%")).toBeVisible();
      await expect(amount(page)).toHaveValue("3000");
      await checkAccessibility(page);

      await page.getByRole("button", { name: "Já conferi as mudanças" }).click();
      await expect(page.getByLabel(/^Quanto a taxa pode variar/)).toHaveValue("25");
      await save(page);
      await expect(toast(page, "Limites alterados")).toBeVisible();
      const [limits] = await stack.sql`
      select second_person_above, fee_range_percent from private.staff_settings`;
      expect(limits).toEqual({ second_person_above: 3000, fee_range_percent: 25 });

      await save(page);
      await expect(toast(page, "Nada mudou")).toContainText("Os limites já eram estes.");
    },
  );
});
