import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";

const journey = startJourney();
const path = "/area-cliente";
const staff = () => journey.stack.supabase.accounts.staff;

const panel = (page: Page) => page.locator("[role=tabpanel]:not([hidden])");
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });

async function signUp(page: Page, account: { email: string; password: string }): Promise<void> {
  await button(page, "Não tem uma conta? Cadastre-se").click();
  await panel(page).getByLabel("E-mail").fill(account.email);
  await panel(page).getByLabel("Senha", { exact: true }).fill(account.password);
  await button(page, "Cadastrar").click();
}

describe("a new account", () => {
  it("confirms its address, waits for its release, then sees the staff area", async () => {
    const account = { email: "nova.conta@exemplo.com.br", password: "uma frase bem longa" };
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    await signUp(page, account);
    await expect(toast(page, "Cadastro realizado!")).toContainText("Confirme seu e-mail");
    await expect(button(page, "Entrar")).toBeVisible();
    await expect(page).toHaveURL(/\/area-cliente$/);

    const { text } = await journey.stack.mail(account.email, /confirme/i);
    const [link = ""] = /https?:\S+confirmar-email#\S+/.exec(text) ?? [];
    await page.goto(link);
    await hydrate(page);
    await expect(page).toHaveURL(/confirmar-email$/);
    await checkAccessibility(page);
    await page.getByLabel("Senha").fill("outra frase longa");
    await page.getByRole("button", { name: "Confirmar e-mail" }).click();
    await expect(page.locator(".validator-hint")).toContainText("Senha incorreta.");
    await checkAccessibility(page);
    await page.getByLabel("Senha").fill(account.password);
    await page.getByRole("button", { name: "Confirmar e-mail" }).click();
    await expect(toast(page, "E-mail confirmado!")).toBeVisible();
    await journey.stack.mail(staff().email, /conta|libera/i);
    const again = await journey.open(link.replace(journey.stack.siteUrl, ""), {
      expectedErrors: [refusedByServer],
    });
    await again.getByLabel("Senha").fill(account.password);
    await again.getByRole("button", { name: "Confirmar e-mail" }).click();
    await expect(again.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
    await checkAccessibility(again);

    await panel(page).getByLabel("E-mail").fill(account.email);
    await panel(page).getByLabel("Senha", { exact: true }).fill(account.password);
    await button(page, "Entrar").click();
    await expect(page.getByText("Aguardando liberação")).toBeVisible();
    await expect(page.getByRole("link", { name: "Gerenciar", exact: true })).toHaveCount(0);
    await checkAccessibility(page);

    await journey.stack.sql`
      update public.staff set status = 'active' where email = ${account.email}`;
    await page.reload();
    await expect(page.getByRole("heading", { name: "Gerenciar Simulações" })).toBeVisible();
    await expect(page.getByText("Aguardando liberação")).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: "Área da equipe" })).toBeVisible();
  });

  it(
    "looks the same for an address with an account, whose owner gets a mail",
    { tags: ["full"] },
    async () => {
      const page = await journey.open(path);
      await signUp(page, { email: staff().email, password: "qualquer senha serve" });
      await expect(toast(page, "Cadastro realizado!")).toContainText("Confirme seu e-mail");
      await journey.stack.mail(staff().email, /já tem uma conta/i);
    },
  );

  it(
    "shows the rule for passwords in advance, and under the field when it is broken",
    { tags: ["full"] },
    async () => {
      const page = await journey.open(path, { width: 360, expectedErrors: [refusedByServer] });
      await button(page, "Não tem uma conta? Cadastre-se").click();
      await expect(panel(page).getByText("Pelo menos 12 caracteres.")).toBeVisible();
      await checkAccessibility(page);
      await panel(page).getByLabel("E-mail").fill("fraca@exemplo.com.br");
      for (const [password, message] of [
        ["onze-letras", "Senha deve ter no mínimo 12 caracteres"],
        ["Flamengo2024!", "Esta senha é comum ou já vazou na internet. Escolha outra."],
      ] as const) {
        await panel(page).getByLabel("Senha", { exact: true }).fill(password);
        await button(page, "Cadastrar").click();
        await expect(panel(page).locator(".validator-hint")).toHaveText(message);
      }
      await checkAccessibility(page);
    },
  );
});
