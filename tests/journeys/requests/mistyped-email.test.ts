import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { cpfs, fillIn, submitButton, succeeded } from "../../support/pages/simulation-form.ts";

const journey = startJourney();
const phone = { width: 360, height: 780 };

const question = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Você quis dizer maria@gmail.com?" });
const rowsOf = (email: string) =>
  journey.stack.sql`select email from public.simulations where email = ${email}`;

describe("a mistyped address on /simular", () => {
  it("is asked about beside the field, corrected by a button, and sent", async () => {
    const page = await journey.open("/simular", phone);
    const email = page.getByLabel("E-mail", { exact: true });
    await page.getByLabel("Nome completo").fill("Maria Silva");
    await email.fill("maria@gmial.com");
    await page.getByLabel("CPF").focus();
    await expect(question(page)).toBeVisible();
    await checkAccessibility(page);
    await question(page).getByRole("button", { name: "Sim, corrigir" }).click();
    await expect(email).toHaveValue("maria@gmail.com");
    await expect(email).toBeFocused();
    await expect(question(page)).toHaveCount(0);
    await fillIn(page, { fullName: "Maria Silva", email: "maria@gmail.com", cpf: cpfs[0] });
    await submitButton(page).click();
    await succeeded(page);
    expect(await rowsOf("maria@gmail.com")).toHaveLength(1);
    expect(await rowsOf("maria@gmial.com")).toEqual([]);
  });

  it("is never asked about again after the person confirmed it", { tags: ["full"] }, async () => {
    const page = await journey.open("/simular", phone);
    const email = page.getByLabel("E-mail", { exact: true });
    await email.fill("maria@gmial.com");
    await page.getByLabel("CPF").focus();
    await question(page).getByRole("button", { name: "Não, está certo" }).click();
    await expect(question(page)).toHaveCount(0);
    await fillIn(page, { fullName: "Maria Insiste", email: "maria@gmial.com", cpf: cpfs[1] });
    await submitButton(page).click();
    await succeeded(page);
    expect(await rowsOf("maria@gmial.com")).toHaveLength(1);
  });

  it("stops the form once, and a second attempt sends it", { tags: ["full"] }, async () => {
    const page = await journey.open("/contato", phone);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/functions/v1/")) posts += 1;
    });
    await page.getByLabel("Nome").first().fill("Maria Silva");
    await page.getByLabel("Assunto").fill("Uma dúvida");
    await page.getByLabel("Mensagem").fill("Queria saber mais sobre a fiança.");
    await page.getByLabel("E-mail").first().fill("maria@gmial.com");
    await page.getByLabel("E-mail").first().press("Enter");
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole("button", { name: "Sim, corrigir" })).toBeFocused();
    expect(posts).toBe(0);
    await page.getByLabel("E-mail").first().press("Enter");
    await expect.poll(() => posts).toBe(1);
  });
});
