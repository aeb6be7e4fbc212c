import { describe, it } from "vitest";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";
import { answerWith, countAnswers } from "../../screens/staff-answers.ts";

const journey = startJourney();

describe("the menu of the staff area", () => {
  it("holds counts of three digits without a scroll bar, and each count says what it counts", async () => {
    const page = await journey.newPage({ width: 1366, height: 640 });
    await answerWith(countAnswers)(page);
    await openAsStaff(journey.stack, page, "/admin/mensagens");
    const menu = page.getByRole("navigation", { name: "Área da equipe" });
    await expect(menu.getByText("128").first()).toBeVisible();
    // Some texts are wider until the site's font has arrived.
    await page.evaluate(async () => void (await document.fonts.ready));
    const overflow = await page.getByRole("banner").evaluate((bar) => ({
      x: bar.scrollWidth - bar.clientWidth,
      y: bar.scrollHeight - bar.clientHeight,
    }));
    expect(overflow).toEqual({ x: 0, y: 0 });
    const contracts = menu.getByRole("link", { name: /^Contratos/ });
    await expect(contracts).toHaveAccessibleName(/128 a encerrar; 128 com e-mail do locador/);
    await expect(contracts.getByTitle("128 a vencer em 30 dias")).toBeVisible();
    await checkAccessibility(page);
  });
});

describe("a list of the staff area", () => {
  it("is walked with j and k, searched with / and opened with Enter", async () => {
    for (const name of ["Primeira Da Lista", "Segunda Da Lista"]) {
      await addContract(journey.stack, {
        tenant_name: name,
        tenant_email: "lista@exemplo.com.br",
        tenant_phone: "44999991288",
        landlord_name: "Locadora Da Lista",
      });
    }
    const page = await journey.newPage({ width: 1366, height: 900 });
    await openAsStaff(journey.stack, page, "/admin/contratos");
    const list = page.getByRole("region", { name: "Contratos", exact: true });
    await expect(list.getByRole("button").first()).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("Da Lista");
    await expect(list.getByRole("button")).toHaveCount(2);
    // A field keeps the letters for itself, so Tab leaves the search first.
    await page.keyboard.press("Tab");
    await page.keyboard.press("j");
    await expect(list.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("j");
    await expect(list.getByRole("button").nth(1)).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    const detail = page.getByRole("region", { name: "Contrato escolhido" });
    await expect(detail).toBeFocused();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Teclas de atalho" })).toContainText(
      "Próxima linha",
    );
    await checkAccessibility(page);
  });

  it("lists what a search found, so j and Enter open a case", { tags: ["full"] }, async () => {
    await addContract(journey.stack, {
      tenant_name: "Achada Na Busca",
      tenant_email: "achada@exemplo.com.br",
      tenant_phone: "44999991289",
      landlord_name: "Locadora Da Busca",
    });
    const page = await journey.newPage({ width: 1366, height: 900 });
    await openAsStaff(journey.stack, page, "/admin/busca");
    await expect(page.getByRole("searchbox")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("Achada Na Busca");
    await expect(page.getByRole("link", { name: /^Achada Na Busca/ })).toBeVisible();
    await page.locator("main").focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Contrato escolhido" })).toContainText(
      "Achada Na Busca",
    );
  });
});
