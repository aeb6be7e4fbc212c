// @module-tag full
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import type { VisitOptions } from "../support/pages/browser.ts";
import { expect, startJourney, toast } from "../support/pages/journey.ts";
import { tabTo, walkWithTab } from "../support/pages/keyboard.ts";
import { addSimulation } from "../support/pages/staff-data.ts";

const journey = startJourney();

/** Opens a page that has not been used yet; the first key is its first use. */
async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await page.goto(journey.stack.siteUrl + path);
  return page;
}

/** Goes to each field in turn and types into it. */
async function typeInto(page: Page, fields: readonly (readonly [string, string])[]) {
  for (const [label, text] of fields) {
    await tabTo(page.getByLabel(label).filter({ visible: true }).first());
    await page.keyboard.type(text);
  }
}

describe("without a mouse", () => {
  it.each([
    // The header of either width; a form with its steps; a text with its list of contents; tabs.
    ["/", 1440],
    ["/simular", 360],
    ["/termos", 1440],
    ["/area-cliente", 360],
  ])("every stop of %s at %i px is in view and marked", async (path, width) => {
    const page = await visit(path, { width, height: 780 });
    const { stops, hidden } = await walkWithTab(page);
    expect(hidden).toEqual([]);
    expect(stops).toBeGreaterThan(10);
  });

  it("a visitor opens the products, a question and the page of a product", async () => {
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

  it("a landlord applies as a partner", async () => {
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

  it("a tenant opens the contract, opens a document and leaves", async () => {
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

  it("a tenant who forgot the password asks for a link", async () => {
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

  it("staff sign in, approve one simulation and reject another", async () => {
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
    // The next one takes its place, and the focus.
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
