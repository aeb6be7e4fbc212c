import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { partnershipExample } from "#contracts/partners/partnership-request.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { fillByLabel } from "../../support/pages/fill-by-label.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";

const journey = startJourney();
const path = "/parceiros";
const functionUrl = "**/functions/v1/send-partnership-request";

const typed = {
  ...partnershipExample,
  propertyState: "pr",
  propertyValue: "R$ 350.000,50",
  message: "Temos dez imóveis.\nQueremos começar já.",
};
const fillIn = (page: Page, email: string) =>
  fillByLabel(page, "partnersPage", { ...typed, email });

const result = (page: Page) => page.getByRole("region", { name: "Recebemos a sua solicitação" });
const startAnew = (page: Page) =>
  page.getByRole("button", { name: "Enviar outra solicitação" }).click();
const submitButton = (page: Page) => page.getByRole("button", { name: "Solicitar Parceria" });
const rowsOf = (email: string) =>
  journey.stack.sql`select * from public.partnership_requests where email = ${email}`;

describe("a person who wants to be a partner", () => {
  it("leaves a row and two e-mails, and reads protocol, deadline and next steps", async () => {
    const email = "paulo@exemplo.com.br";
    const page = await journey.open(path);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(functionUrl, async (route) => {
      await held;
      await route.continue();
    });
    await fillIn(page, email);
    await submitButton(page).click();
    await expect(page.getByRole("button", { name: "Enviando..." })).toBeDisabled();
    answer();
    await expect(toast(page, "Solicitação enviada com sucesso!")).toContainText(
      "Entraremos em contato em breve.",
    );
    const rows = await rowsOf(email);
    expect(rows).toHaveLength(1);
    const protocol = String(rows[0]?.["protocol"]);
    await expect(page.getByRole("heading", { name: "Recebemos a sua solicitação" })).toBeFocused();
    for (const told of [protocol, "Contato até", email, "em até 48 horas"]) {
      await expect(result(page)).toContainText(told);
    }
    const whatsapp = result(page).getByRole("link", { name: "Falar pelo WhatsApp" });
    expect(await whatsapp.getAttribute("href")).toContain(encodeURIComponent(protocol));
    await expect(submitButton(page)).toBeHidden();
    await checkAccessibility(page);

    await page.reload();
    await expect(result(page)).toContainText(protocol);
    await expect(result(page)).toContainText("p•••@exemplo.com.br");
    await startAnew(page);
    await expect(page.getByLabel("Nome completo")).toBeFocused();
    await expect(page.getByLabel("Nome completo")).toHaveValue("");
    await expect(page.getByLabel("Tipo do imóvel")).toHaveValue("");

    expect(rows[0]).toMatchObject({
      partner_name: typed.partnerName,
      company_name: typed.companyName,
      phone: "4433334444",
      property_state: "PR",
      property_type: typed.propertyType,
      property_value: "350000.50",
      message: typed.message,
    });
    const { text } = await journey.stack.mail(email, /parceria/i);
    expect(text).toContain(`Protocolo: ${protocol}`);
    expect(text).toMatch(/Contato até: \p{L}{3}\., \d\d\/\d\d, \d{1,2}h/u);
    await journey.stack.mail(journey.stack.supabase.accounts.staff.email, /parceria/i);
  });

  it("reads every mistake with the texts of section 5, under red borders", async () => {
    const page = await journey.open(path, { width: 360, height: 780 });
    await expect(page.getByText("* Campos obrigatórios")).toBeVisible();
    await expect(page.getByLabel("Mensagem")).toHaveAttribute("rows", "4");
    await page.getByLabel("UF").pressSequentially("PRX");
    await expect(page.getByLabel("UF")).toHaveValue("PR");
    await page.getByLabel("UF").fill("P");
    await submitButton(page).click();
    const messages = [
      "Nome deve ter no mínimo 3 caracteres",
      "Nome da empresa é obrigatório",
      "Email inválido",
      "Telefone inválido",
      "Endereço é obrigatório",
      "Cidade é obrigatória",
      "UF deve ter 2 caracteres",
      "Selecione o tipo do imóvel",
      "Valor é obrigatório",
    ];
    expect(await page.locator(".validator-hint").allTextContents()).toEqual(messages);
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
    for (const field of await page.locator("form [aria-invalid=true]").all()) {
      await expect(field).toHaveCSS("border-color", "rgb(179, 38, 30)");
    }
    await checkAccessibility(page);
  });

  it(
    "keeps the form during an outage, and reads the fallback of the catalogue",
    { tags: ["full"] },
    async () => {
      const email = "sem-rede@exemplo.com.br";
      const page = await journey.open(path, { expectedErrors: [noConnection] });
      await fillIn(page, email);
      await page.context().setOffline(true);
      await submitButton(page).click();
      await expect(toast(page, "Erro ao enviar solicitação")).toContainText(
        "Tente novamente mais tarde.",
      );
      await expect(page.getByLabel("Valor do imóvel")).toHaveValue("350.000,50");
      await page.context().setOffline(false);
      await submitButton(page).dblclick();
      await expect(toast(page, "Solicitação enviada com sucesso!")).toBeVisible();
      expect(await rowsOf(email)).toHaveLength(1);
    },
  );

  it("reads the error's own message when it has one", { tags: ["full"] }, async () => {
    const { sql } = journey.stack;
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    await sql`delete from public.rate_limits where action = 'partnership-by-address'`;
    await sql`update private.limits set most = 1 where action = 'partnership-by-address'`;
    try {
      for (const title of ["Solicitação enviada com sucesso!", "Erro ao enviar solicitação"]) {
        await fillIn(page, "limite@exemplo.com.br");
        await submitButton(page).click();
        await expect(toast(page, title)).toBeVisible();
        if (title.startsWith("Solicitação")) await startAnew(page);
      }
      await expect(toast(page, "Erro ao enviar solicitação")).toContainText(
        /Muitas tentativas\. Tente novamente em \d+ \w+\./,
      );
      await expect(page.getByLabel("Empresa")).toHaveValue(typed.companyName);
    } finally {
      await sql`update private.limits set most = 10 where action = 'partnership-by-address'`;
    }
  });
});
