// @module-tag full
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { expect, startJourney, toast } from "../../support/pages/journey.ts";
import { tabTo, walkWithTab } from "../../support/pages/keyboard.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";

const journey = startJourney();

/** Opens a page without touching it, so that the first event in the page is a key press of the test. */
async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await page.goto(journey.stack.siteUrl + path);
  return page;
}

/** Moves to each field with the Tab key and types the field's text. */
async function typeInto(page: Page, fields: readonly (readonly [string, string])[]) {
  for (const [label, text] of fields) {
    await tabTo(page.getByLabel(label).filter({ visible: true }).first());
    await page.keyboard.type(text);
  }
}

describe("the keyboard alone", () => {
  it.each([
    // These pages have the wide and the narrow header, a form with steps, a table of contents, and tabs.
    ["/", 1440],
    ["/simular", 360],
    ["/termos", 1440],
    ["/area-cliente", 360],
  ])("shows and marks every stop of %s at %i px", async (path, width) => {
    const page = await visit(path, { width, height: 780 });
    const { stops, hidden } = await walkWithTab(page);
    expect(hidden).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  });

  it("lets a visitor open the products, a question and the page of a product", async () => {
    const page = await visit("/");
    const question = page.locator("details[name=faq]").nth(1);
    await tabTo(question.locator("summary"));
    await page.keyboard.press("Enter");
    await expect(question).toHaveAttribute("open", "");
    await page.reload();
    await tabTo(page.locator(".site-nav summary"));
    await page.keyboard.press("Enter");
    await tabTo(page.locator(".site-nav details").getByRole("link", { name: "Pix Payser" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/pix-payser$/);
  });

  it("lets a landlord apply as a partner", async () => {
    const page = await journey.open("/parceiros");
    await typeInto(page, [
      ["Nome completo", "Teresa Teclado"],
      ["Empresa", "Imobiliária das Teclas"],
      ["E-mail", "teclas@exemplo.com.br"],
      ["Telefone", "44999998888"],
      ["Endereço", "Avenida Brasil, 4200"],
      ["Cidade", "Maringá"],
      ["UF", "pr"],
      ["Tipo do imóvel", "Galp"],
      ["Valor do imóvel", "350000"],
    ]);
    await tabTo(page.getByRole("button", { name: "Solicitar Parceria" }));
    await page.keyboard.press("Enter");
    await expect(toast(page, "Solicitação enviada com sucesso!")).toBeVisible();
    const rows = await journey.stack.sql`
      select property_type from public.partnership_requests where email = 'teclas@exemplo.com.br'`;
    expect(rows).toEqual([{ property_type: "Galpão" }]);
  });

  it("lets a tenant open the contract, open a document and sign out", async () => {
    const [contract] = journey.stack.supabase.accounts.contracts;
    if (!contract) throw new Error("The seed has contracts.");
    const page = await journey.open("/area-cliente");
    await tabTo(page.getByRole("tab", { name: "Área de Gestão" }));
    await page.keyboard.press("ArrowRight");
    await typeInto(page, [
      ["Número do contrato", contract.contractNumber],
      ["Senha", contract.password],
    ]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/contrato$/);

    await tabTo(page.getByRole("button", { name: /^Baixar(?! as datas)/ }).first());
    const asked = page
      .context()
      .waitForEvent(
        "request",
        (request) => request.url().includes("/object/sign/") && request.method() === "GET",
      );
    await page.keyboard.press("Enter");
    const file = await fetch((await asked).url());
    expect(file.headers.get("content-type")).toBe("application/pdf");

    await page.reload();
    await tabTo(page.getByRole("button", { name: "Sair" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/area-cliente\?aba=cliente$/);
  });

  it("lets a tenant request a recovery link", async () => {
    const page = await journey.open("/area-cliente");
    await tabTo(page.getByRole("tab", { name: "Área de Gestão" }));
    await page.keyboard.press("ArrowRight");
    await tabTo(page.getByRole("button", { name: "Esqueci minha senha" }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("ana.ribeiro@exemplo.com.br");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Email enviado!")).toBeVisible();
    await journey.stack.mail("ana.ribeiro@exemplo.com.br", /senha/i);
  });

  it("lets staff sign in, approve one simulation and reject another", async () => {
    const approved = await addSimulation(journey.stack, { full_name: "Aprovada Por Teclas" });
    const rejected = await addSimulation(journey.stack, { full_name: "Rejeitada Por Teclas" });
    const { email, password } = journey.stack.supabase.accounts.staff;
    const page = await journey.open("/area-cliente");
    await typeInto(page, [
      ["E-mail", email],
      ["Senha", password],
    ]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);

    const card = (name: string) => page.getByRole("article", { name });
    await tabTo(page.getByRole("button", { name: /^Aprovada Por Teclas/ }));
    await page.keyboard.press("Enter");
    await tabTo(
      card("Aprovada Por Teclas").getByRole("button", { name: "Aprovar e Enviar Email" }),
    );
    await page.keyboard.press("Enter");
    // The decided simulation disappears from the list. The next simulation is shown instead and gets the focus.
    await tabTo(card("Rejeitada Por Teclas").getByRole("button", { name: "Rejeitar" }));
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("dialog").getByRole("textbox", { name: "Motivo da rejeição" }));
    await page.keyboard.type("A renda não cobre o aluguel.");
    await tabTo(page.getByRole("dialog").getByRole("button", { name: "Rejeitar e enviar e-mail" }));
    await page.keyboard.press("Enter");
    await expect(toast(page, "E-mail de rejeição enviado com sucesso!")).toBeVisible();
    const rows = await journey.stack.sql`
      select id, status from public.simulations where id in (${approved}, ${rejected})`;
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [approved, "approved"],
        [rejected, "rejected"],
      ]),
    );
  });
});
