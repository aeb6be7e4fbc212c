import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();

describe("a tenant's password", () => {
  for (const width of [360, 1440]) {
    it(
      `changes with the old one on the contract's page at ${width} px`,
      width === 360 ? {} : { tags: ["full"] },
      async () => {
        const { stack } = journey;
        const contract = stack.supabase.accounts.contracts[width === 360 ? 0 : 1];
        if (!contract) throw new Error("The seed has two contracts.");
        const session = await createSession(stack, await contractAccount(stack, contract));
        const page = await journey.newPage({ width, expectedErrors: [refusedByServer] });
        await storeContractSession(stack, page, { ...contract, session });
        await page.goto(`${stack.siteUrl}/contrato`);

        await page.emulateMedia({ reducedMotion: width === 360 ? "reduce" : "no-preference" });
        await page.getByRole("button", { name: "Alterar senha" }).click();
        const dialog = page.getByRole("dialog", { name: "Alterar senha" });
        const save = dialog.getByRole("button", { name: "Salvar nova senha" });
        await expect(dialog.getByLabel("Senha atual")).toBeFocused();
        await save.click();
        await expect(dialog.locator(".validator-hint").first()).toBeVisible();
        await checkAccessibility(page);

        const current = dialog.getByLabel("Senha atual");
        await current.fill("errada-mesmo");
        // The eye button works with pointer and keyboard and shows the password while it is typed. Sending the form
        // hides the password again.
        await dialog.getByRole("button", { name: "Mostrar Senha atual" }).click();
        await expect(current).toHaveAttribute("type", "text");
        await expect(current).toBeFocused();
        await page.keyboard.press("Tab");
        await expect(dialog.getByRole("button", { name: "Ocultar Senha atual" })).toBeFocused();
        await dialog.getByLabel("Nova senha").fill("uma senha bem nova");
        await expect(dialog.getByLabel("Nova senha")).toHaveAttribute("type", "password");
        await save.click();
        await expect(current).toHaveAttribute("type", "password");
        await expect(dialog.locator(".validator-hint")).toHaveText("Senha incorreta");
        await dialog.getByLabel("Senha atual").fill(contract.password);
        await save.click();
        await expect(toast(page, "Senha alterada com sucesso!")).toBeVisible();
        await expect(dialog).toBeHidden();

        // The password change ended the old session and gave this page a new session.
        await page.reload();
        await expect(page.getByText(contract.contractNumber)).toBeVisible();
        await stack.mail(contract.email, /alterada/i);
      },
    );
  }
});
