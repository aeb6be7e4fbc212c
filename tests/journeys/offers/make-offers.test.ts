import { beforeAll, describe, it } from "vitest";
import { day as dayFromNow } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { sendConditions } from "../../support/pages/walk-request.ts";
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
        const page = await journey.newPage({
          ...size,
          expectedErrors: [noConnection, refusedByServer],
        });
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

        const dialog = page.getByRole("dialog", { name: /^Aprovar com condições/ });
        const last = page.getByRole("dialog", { name: "Confira antes de enviar" });
        await expect(dialog.getByLabel("Locador", { exact: true })).toHaveValue("José Pereira");
        await expect(dialog.getByLabel("Aluguel por mês")).toHaveValue("1.800,50");
        await expect(dialog.getByRole("status")).toContainText(/R\$\s15\.124,20/);
        await checkAccessibility(page);
        const check = dialog.getByRole("button", { name: "Conferir e enviar" });
        const send = last.getByRole("button", { name: "Aprovar e enviar condições" });
        const fee = dialog.getByLabel("Custo total do prazo");
        // The form takes these values from the request and the business rules.
        await expect(dialog.getByLabel("Tipo do imóvel")).toHaveValue("Apartamento");
        await expect(fee).toHaveValue("1.728,48");
        await dialog.getByLabel("Prazo", { exact: true }).selectOption("6");
        await expect(dialog.getByRole("status")).toContainText(/R\$\s7\.562,10/);
        await expect(fee).toHaveValue("864,24");
        await expect(dialog.getByRole("status")).toContainText(
          /R\$\s864,24 \(de R\$\s691,39 a R\$\s1\.037,09\)/,
        );
        await fee.fill("");
        await check.click();
        await expect(dialog.locator(".validator-hint").first()).toBeVisible();
        await fee.fill("900");
        await dialog.getByLabel("Prazo", { exact: true }).selectOption("5");
        await dialog.getByLabel("Prazo", { exact: true }).selectOption("6");
        await expect(fee).toHaveValue("900");
        await dialog.getByLabel("Parcelas").selectOption("Pix em 3 parcelas mensais");
        await dialog.getByRole("button", { name: "Ver o e-mail" }).click();
        await expect(dialog.getByText(/^Suas condições/)).toBeVisible();
        await expect(dialog.getByText("/acompanhar")).toContainText(/R\$\s7\.562,10/);
        await expect(dialog.getByText("/acompanhar")).toContainText(/Parcela 3 de 3: R\$\s300,00/);
        await checkAccessibility(page);

        // Pressing Enter in a field opens a dialog with the terms and sends nothing. The dialog's first button leads
        // back to the form.
        await fee.fill("3,00");
        await expect(dialog.getByText("/acompanhar")).toHaveCount(0);
        await fee.press("Enter");
        await expect(last).toContainText(/R\$\s3,00/);
        await expect(last.getByRole("button", { name: "Voltar" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(last).toHaveCount(0);
        expect(await stack.sql`select from public.offers where simulation_id = ${id}`).toHaveLength(
          0,
        );
        // A fee outside the allowed range is refused. The form then shows the error beside the field.
        await check.click();
        await send.click();
        await expect(last.getByRole("alert")).toContainText(/entre R\$\s691,39 e R\$\s1\.037,09/);
        await checkAccessibility(page);
        await last.getByRole("button", { name: "Voltar" }).click();
        await expect(dialog.locator("#fee-erro")).toContainText(/entre R\$\s691,39/);
        await fee.fill("900");

        await page.route("**/functions/v1/make-offer", (route) => route.abort());
        await check.click();
        await expect(last).toContainText("Pix em 3 parcelas mensais");
        await expect(last).toContainText(/R\$\s7\.562,10/);
        await expect(last.getByRole("alert")).toHaveCount(0);
        await send.click();
        await expect(last.getByRole("alert")).toContainText("O que foi preenchido continua aqui.");
        await page.unroute("**/functions/v1/make-offer");
        await send.dblclick();
        await expect(toast(page, "Condições enviadas")).toBeVisible();
        await expect(last).toHaveCount(0);
        await expect(dialog).toHaveCount(0);
        await expect(panel).toContainText("À espera do aceite");
        await expect(panel).toContainText(/R\$\s900,00/);
        await expect(panel).toContainText(/Parcela 1 de 3R\$\s300,00/);
        await checkAccessibility(page);
        await stack.mail(email, /Suas condições/);
        const offers = await stack.sql`
      select status, months, payment_plan, instalments from public.offers
      where simulation_id = ${id}`;
        expect([...offers]).toEqual([
          { status: "open", months: 6, payment_plan: "pix", instalments: 3 },
        ]);
        const [row] = await stack.sql`select status from public.simulations where id = ${id}`;
        expect(row?.["status"]).toBe("approved");

        await panel.getByRole("button", { name: "Retirar as condições" }).click();
        await expect(toast(page, "Condições retiradas")).toBeVisible();
        await expect(panel).toContainText("Retirada");
        await panel.getByRole("button", { name: "Fazer proposta" }).click();
        const again = page.getByRole("dialog", { name: /^Fazer proposta/ });
        await expect(again.getByLabel("Custo total do prazo")).toHaveValue("900,00");
        await page.keyboard.press("Escape");
        await expect(again).toHaveCount(0);
      });

      it("gives a reason for a start in the past and names another collector", async () => {
        const { stack } = journey;
        const email = `passado${size.width}@exemplo.com.br`;
        const fullName = `Petra Passado ${size.width === 360 ? "Pequena" : "Larga"}`;
        await addSimulation(stack, { full_name: fullName, email, rental_value: 1800.5 });
        const page = await journey.newPage(size);
        await storeStaffSession(stack, page, staff);
        await page.goto(`${stack.siteUrl}/admin/simulacoes`);
        await page.getByText("Todas").click();
        await page
          .getByRole("region", { name: "Simulações" })
          .getByRole("button", { name: fullName })
          .click();
        await page.getByRole("button", { name: /^Aprovar com condições/ }).click();
        const dialog = page.getByRole("dialog", { name: /^Aprovar com condições/ });
        const reason = dialog.getByLabel("Por que o início não é depois de hoje");
        await expect(reason).toHaveCount(0);
        await expect(dialog.getByRole("status")).toContainText(/aceita até\d{2}\/\d{2}\/\d{4}/);
        await dialog.getByLabel("Início").fill(dayFromNow(-10));
        await dialog.getByLabel("Vencimento").fill(dayFromNow(2));
        await expect(dialog.getByRole("status")).toContainText("dia do vencimento");
        await dialog.getByLabel("Forma de pagamento").selectOption("other");
        await dialog.getByRole("button", { name: "Conferir e enviar" }).click();
        await expect(dialog.locator("#pastStartReason-erro")).toBeVisible();
        await expect(dialog.locator("#paymentMethod-erro")).toBeVisible();
        await checkAccessibility(page);
        const why = "As chaves foram entregues antes da proposta.";
        const collector = "A imobiliária recebe a taxa e repassa à Payser.";
        await reason.fill(why);
        await dialog.getByLabel("Quem recebe a taxa, e como").fill(collector);
        await sendConditions(page, dialog, "Aprovar e enviar condições");
        const panel = page.getByRole("region", { name: "Condições", exact: true });
        await expect(panel).toContainText(why);
        await expect(panel).toContainText(collector);
        const mail = await stack.mail(email, /Suas condições/);
        expect(mail.text).toContain(why);
        expect(mail.text).toContain(collector);
      });
    },
  );
}
