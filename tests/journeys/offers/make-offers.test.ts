import { beforeAll, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, noConnection, startJourney, toast } from "../../support/pages/journey.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const sizes = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];
let staff: StoredSession;
beforeAll(async () => {
  staff = await createSession(journey.stack, journey.stack.supabase.accounts.staff);
});

for (const size of sizes) {
  describe(
    `a member of staff at ${size.width} px`,
    size === sizes[0] ? {} : { tags: ["full"] },
    () => {
      it("approves with conditions in one step, changes them and takes them back", async () => {
        const { stack } = journey;
        const email = `proposta${size.width}@exemplo.com.br`;
        const fullName = `Paula Proposta ${size.width === 360 ? "Pequena" : "Larga"}`;
        const id = await addSimulation(stack, { full_name: fullName, email, rental_value: 1800.5 });
        const page = await journey.newPage({ ...size, expectedErrors: [noConnection] });
        await storeStaffSession(stack, page, staff);
        await page.goto(`${stack.siteUrl}/admin/simulacoes`);
        await page.getByText("Todas").click();
        await page
          .getByRole("region", { name: "Simulações" })
          .getByRole("button", { name: fullName })
          .click();
        const panel = page.getByRole("region", { name: "Condições" });
        await expect(panel.getByRole("button", { name: "Aprovar com condições" })).toBeVisible();
        await page.keyboard.press("o");

        const dialog = page.getByRole("dialog");
        await expect(dialog.getByLabel("Locador", { exact: true })).toHaveValue("José Pereira");
        await expect(dialog.getByLabel("Aluguel por mês")).toHaveValue("1.800,50");
        await expect(dialog.getByRole("status")).toContainText(/R\$\s15\.124,20/);
        await checkAccessibility(page);
        const send = dialog.getByRole("button", { name: "Aprovar e enviar condições" });
        await send.click();
        await expect(dialog.locator(".validator-hint").first()).toBeVisible();
        // The form takes this value from the request.
        await expect(dialog.getByLabel("Tipo do imóvel")).toHaveValue("Apartamento");
        await dialog.getByLabel("Prazo", { exact: true }).selectOption("6");
        await expect(dialog.getByRole("status")).toContainText(/R\$\s7\.562,10/);
        await dialog.getByLabel("Custo total do prazo").fill("900");
        await dialog.getByLabel("Forma de pagamento").selectOption("Pix mensal");
        await dialog.getByRole("button", { name: "Ver o e-mail" }).click();
        await expect(dialog.getByText(/^Suas condições/)).toBeVisible();
        await expect(dialog.getByText("/acompanhar")).toContainText(/R\$\s7\.562,10/);
        await checkAccessibility(page);
        await dialog.getByLabel("Forma de pagamento").selectOption("Pix à vista");
        await expect(dialog.getByText("/acompanhar")).toHaveCount(0);
        await page.route("**/functions/v1/make-offer", (route) => route.abort());
        await send.click();
        await expect(dialog.getByRole("alert")).toContainText(
          "O que foi preenchido continua aqui.",
        );
        await page.unroute("**/functions/v1/make-offer");
        await send.dblclick();
        await expect(toast(page, "Condições enviadas")).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expect(panel).toContainText("À espera do aceite");
        await expect(panel).toContainText(/R\$\s900,00/);
        await checkAccessibility(page);
        await stack.mail(email, /Suas condições/);
        const offers = await stack.sql`
      select status, months from public.offers where simulation_id = ${id}`;
        expect([...offers]).toEqual([{ status: "open", months: 6 }]);
        const [row] = await stack.sql`select status from public.simulations where id = ${id}`;
        expect(row?.["status"]).toBe("approved");

        await panel.getByRole("button", { name: "Retirar as condições" }).click();
        await expect(toast(page, "Condições retiradas")).toBeVisible();
        await expect(panel).toContainText("Retirada");
        await panel.getByRole("button", { name: "Fazer proposta" }).click();
        await expect(dialog.getByRole("button", { name: "Enviar condições" })).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      });
    },
  );
}
