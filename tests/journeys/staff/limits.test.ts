import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();

describe("the limits of staff", () => {
  it("keep what an owner typed, and say what a colleague changed meanwhile", async () => {
    const { stack } = journey;
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await openAsStaff(stack, page, "/admin/limites");
    const amount = page.getByLabel(/^Acima deste valor/);
    const save = page.getByRole("button", { name: "Salvar limites" });
    await amount.fill("3000");
    await stack.sql`
      update private.staff_settings set fee_range_percent = 25, version = version + 1`;
    await save.click();
    await expect(page.getByRole("alert")).toContainText("Os limites mudaram enquanto");
    await expect(page.getByText("Variação da taxa: de 20% para 25%")).toBeVisible();
    await expect(amount).toHaveValue("3000");
    await checkAccessibility(page);

    await page.getByRole("button", { name: "Já conferi as mudanças" }).click();
    await expect(page.getByLabel(/^Quanto a taxa pode variar/)).toHaveValue("25");
    await save.click();
    await expect(toast(page, "Limites alterados")).toBeVisible();
    const [limits] = await stack.sql`
      select second_person_above, fee_range_percent from private.staff_settings`;
    expect(limits).toEqual({ second_person_above: 3000, fee_range_percent: 25 });

    await save.click();
    await expect(toast(page, "Nada mudou")).toContainText("Os limites já eram estes.");
  });
});
