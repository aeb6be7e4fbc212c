import type { Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { addOwedFee } from "../../support/pages/staff-money.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
let stack: FullStack;
let staff: StoredSession;

async function openContracts(options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await storeStaffSession(stack, page, staff);
  await page.goto(`${stack.siteUrl}/admin/contratos`);
  return page;
}

const list = (page: Page) => page.getByRole("region", { name: "Contratos", exact: true });
const row = (page: Page, name: string) => list(page).getByRole("button", { name });
const detail = (page: Page) => page.getByRole("region", { name: "Contrato escolhido" });

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
});

describe("the list of contracts", () => {
  it("opens with contracts in force by the nearest end, and finds a contract with the keyboard", async () => {
    await addContract(stack, { tenant_name: "Vence Logo", endsIn: 12 });
    await addContract(stack, { tenant_name: "Vence Depois", endsIn: 90 });
    const page = await openContracts();
    await expect(list(page).getByRole("button").first()).toContainText("Vence Logo");
    await expect(row(page, "Vence Logo")).toContainText("vence em 12 dias");
    await checkAccessibility(page);
    await row(page, "Vence Logo").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(detail(page)).toBeFocused();
    await expect(detail(page).getByRole("heading", { name: "Vence Logo" })).toBeVisible();
    await checkAccessibility(page);
    await page.keyboard.press("Escape");
    await expect(row(page, "Vence Logo")).toBeFocused();
    await page.getByRole("searchbox").fill("depois vence");
    await expect(row(page, "Vence Logo")).toHaveCount(0);
    await expect(row(page, "Vence Depois")).toBeVisible();
    await page.getByRole("searchbox").fill("ninguém assim");
    await expect(page.getByText("Nenhum contrato encontrado")).toBeVisible();
    expect(page.url()).toMatch(/[/]admin[/]contratos#[0-9a-f-]{36}$/);
  });

  it(
    "is searched by landlord in one field, and has an address that a colleague opens",
    { tags: ["full"] },
    async () => {
      const tenant_name = "Achada Por Outro";
      await addContract(stack, { tenant_name, landlord_name: "Zuleica Quixadá" });
      const page = await journey.newPage({ expectedErrors: [/status of 404/] });
      await storeStaffSession(stack, page, staff);
      await page.goto(`${stack.siteUrl}/admin/busca`);
      await page.getByRole("searchbox").fill("zuleica quixada");
      const found = page.getByRole("link", { name: tenant_name });
      await expect(found).toBeVisible();
      await checkAccessibility(page);
      await found.click();
      await expect(detail(page).getByRole("heading", { name: tenant_name })).toBeVisible();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copiar endereço" }).click();
      await expect(page.getByRole("button", { name: "Endereço copiado" })).toBeVisible();
      const address = await page.evaluate(() => navigator.clipboard.readText());
      expect(address).toBe(page.url());
      await page.goBack();
      await expect(page.getByRole("searchbox")).toHaveValue("zuleica quixada");
      await page.goto(address);
      await expect(detail(page).getByRole("heading", { name: tenant_name })).toBeVisible();
      await page.goto(address.replace(/[0-9a-f]{8}-/, "00000000-"));
      await expect(detail(page).getByText("Nada com este endereço")).toBeVisible();
      await checkAccessibility(page);
    },
  );

  it(
    "gives way to the detail on a phone, and takes the focus back",
    { tags: ["full"] },
    async () => {
      await addContract(stack, { tenant_name: "Num Telefone", endsIn: 5 });
      const page = await openContracts({ width: 320 });
      await expect(detail(page)).toBeHidden();
      await row(page, "Num Telefone").click();
      await expect(detail(page)).toBeVisible();
      await expect(list(page)).toBeHidden();
      await expect(detail(page).getByRole("heading", { name: "Histórico" })).toBeVisible();
      await checkAccessibility(page);
      await page.getByRole("button", { name: "Voltar à lista" }).click();
      await expect(row(page, "Num Telefone")).toBeFocused();
      await checkAccessibility(page);
    },
  );

  it("shows an error when it cannot be read, and tries again", { tags: ["full"] }, async () => {
    const page = await journey.newPage({ expectedErrors: [/status of 503/] });
    await storeStaffSession(stack, page, staff);
    await page.route("**/rest/v1/rpc/list_contracts", (route) =>
      route.fulfill({
        status: 503,
        headers: { "access-control-allow-origin": "*" },
        json: { code: "x", message: "" },
      }),
    );
    await page.goto(`${stack.siteUrl}/admin/contratos`);
    await expect(page.getByText("Não foi possível carregar os contratos")).toBeVisible();
    await checkAccessibility(page);
    await page.unroute("**/rest/v1/rpc/list_contracts");
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(list(page)).toBeVisible();
  });
});

describe("a contract", () => {
  it("is ended with a reason that its tenant reads", async () => {
    await addContract(stack, {
      tenant_name: "Devolveu As Chaves",
      tenant_email: "chaves@exemplo.com.br",
    });
    const page = await openContracts();
    await row(page, "Devolveu As Chaves").click();
    await detail(page).getByRole("button", { name: "Estou com este" }).click();
    await expect(detail(page).getByText("Está com você")).toBeVisible();
    await detail(page).getByLabel("Nova anotação").fill("Entregou as chaves na imobiliária.");
    await detail(page).getByRole("button", { name: "Guardar anotação" }).click();
    await expect(detail(page).getByText("Entregou as chaves na imobiliária.")).toBeVisible();
    await expect(detail(page)).toContainText("escreveu uma anotação");
    await checkAccessibility(page);
    await detail(page).getByRole("button", { name: "Encerrar" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Encerrar e avisar o locatário" }).click();
    await expect(dialog.getByText("Informe o motivo")).toBeVisible();
    await checkAccessibility(page);
    await dialog.getByRole("textbox", { name: "Motivo" }).fill("O imóvel foi devolvido.");
    const lastDay = dialog.getByLabel("Último dia da fiança");
    await lastDay.fill("2020-01-01");
    await dialog.getByRole("button", { name: "Encerrar e avisar o locatário" }).click();
    await expect(dialog.getByText("antes do início do contrato")).toBeVisible();
    const yesterday = todayInBrasilia(new Date(Date.now() - 86_400_000));
    await lastDay.fill(yesterday);
    await stack.sql`update private.staff_settings set undo_seconds = 30`;
    await dialog.getByRole("button", { name: "Encerrar e avisar o locatário" }).click();
    await expect(page.getByText("Contrato encerrado", { exact: true })).toBeVisible();
    await expect(detail(page)).toContainText(`A fiança valeu até ${formatShortDate(yesterday)}`);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(page.getByText("O contrato voltou a ser como era")).toBeVisible();
    await stack.sql`update private.staff_settings set undo_seconds = 0`;
    await detail(page).getByRole("button", { name: "Encerrar" }).click();
    await lastDay.fill(yesterday);
    await dialog.getByRole("textbox", { name: "Motivo" }).fill("O imóvel foi devolvido.");
    await dialog.getByRole("button", { name: "Encerrar e avisar o locatário" }).click();
    await expect(page.getByText("Contrato encerrado", { exact: true })).toBeVisible();
    await expect(detail(page).getByText("O imóvel foi devolvido.")).toBeVisible();
    await expect(detail(page).getByRole("button", { name: "Encerrar" })).toHaveCount(0);
    await expect(detail(page)).toContainText("encerrou o contrato");
    await expect(row(page, "Devolveu As Chaves")).toHaveCount(0);
    await page.getByText("Encerrados", { exact: true }).click();
    await expect(row(page, "Devolveu As Chaves")).toContainText("Encerrado");
    const mail = await stack.mail("chaves@exemplo.com.br", /terminou/);
    expect(mail.text).toContain("O imóvel foi devolvido.");
    expect(mail.text).toContain(`terminou em ${formatShortDate(yesterday)}`);
    await checkAccessibility(page);
  });

  it("shows a refusal of the database beside its field", async () => {
    await addContract(stack, { tenant_name: "Relógio Adiantado" });
    const page = await openContracts({ expectedErrors: [/status of 422/] });
    await row(page, "Relógio Adiantado").click();
    await expect(detail(page).getByRole("button", { name: "Encerrar" })).toBeVisible();
    // The form refuses tomorrow's date itself, so only the call carries it, as from a browser whose clock is ahead.
    const ends_on = todayInBrasilia(new Date(Date.now() + 86_400_000));
    await page.route("**/rest/v1/rpc/close_contract", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const sent: object = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify({ ...sent, ends_on }) });
    });
    await detail(page).getByRole("button", { name: "Encerrar" }).click();
    const dialog = page.getByRole("dialog");
    const reason = dialog.getByRole("textbox", { name: "Motivo" });
    await reason.fill("O imóvel foi devolvido.");
    await dialog.getByRole("button", { name: "Encerrar e avisar o locatário" }).click();
    const lastDay = dialog.getByLabel("Último dia da fiança");
    await expect(lastDay).toHaveAccessibleDescription(/A data não pode ser depois de hoje[.]/);
    await expect(lastDay).toBeFocused();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await expect(reason).toHaveValue("O imóvel foi devolvido.");
  });

  it("shows a refusal that an edge function passes on beside its field", async () => {
    await addContract(stack, {
      tenant_name: "Começo Errado",
      property_address: "Avenida Brasil, 4200, Maringá, PR",
      property_city: "Maringá",
      property_state: "PR",
    });
    const page = await openContracts({ expectedErrors: [/status of 422/] });
    await row(page, "Começo Errado").click();
    await detail(page).getByRole("button", { name: "Corrigir dados" }).click();
    const dialog = page.getByRole("dialog");
    const start = dialog.getByLabel("Início");
    await start.fill("2020-01-01");
    const reason = dialog.getByLabel("Motivo");
    await reason.fill("O contrato começou em outro ano.");
    await dialog.getByRole("button", { name: "Registrar correção" }).click();
    await expect(start).toHaveAccessibleDescription(/o contrato já teria terminado[.]/);
    await expect(start).toBeFocused();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await expect(reason).toHaveValue("O contrato começou em outro ano.");
  });

  it("takes a PDF, renames it, opens it and withdraws it", { tags: ["full"] }, async () => {
    await addContract(stack, { tenant_name: "Com Aditivo" });
    const page = await openContracts({ expectedErrors: [/status of 422/] });
    await row(page, "Com Aditivo").click();
    await detail(page).getByRole("button", { name: "Anexar PDF" }).press("Enter");
    const dialog = page.getByRole("dialog");
    const file = dialog.getByLabel("Arquivo");
    await dialog.getByRole("button", { name: "Anexar documento" }).click();
    await expect(dialog.getByText("Escolha um arquivo PDF")).toBeVisible();
    await checkAccessibility(page);
    await file.setInputFiles({
      name: "Aditivo assinado.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("isto não é um PDF"),
    });
    await expect(dialog.getByLabel("Nome do documento")).toHaveValue("Aditivo assinado");
    await dialog.getByRole("button", { name: "Anexar documento" }).click();
    await expect(dialog.getByText("Envie um arquivo PDF.")).toBeVisible();
    await file.setInputFiles({
      name: "Aditivo assinado.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(textPdf("Aditivo", ["Um documento de teste."])),
    });
    await dialog.getByRole("button", { name: "Anexar documento" }).click();
    await expect(page.getByText("Documento anexado")).toBeVisible();
    const documents = detail(page).getByRole("region", { name: "Documentos" });
    await expect(documents).toContainText("Aditivo assinado");
    await documents.getByRole("button", { name: "Renomear Aditivo assinado" }).click();
    await dialog.getByLabel("Nome do documento").fill("Primeiro aditivo");
    await dialog.getByRole("button", { name: "Renomear" }).click();
    await expect(documents).toContainText("Primeiro aditivo");
    const download = page.context().waitForEvent("download");
    await documents.getByRole("button", { name: "Abrir Primeiro aditivo" }).click();
    expect((await download).suggestedFilename()).toBe("Primeiro aditivo.pdf");
    await documents.getByRole("button", { name: "Retirar Primeiro aditivo" }).press("Enter");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Retirar documento" }).click();
    await expect(documents).toContainText("Nenhum documento.");
    for (const step of ["anexou", "renomeou", "abriu", "retirou"]) {
      await expect(detail(page)).toContainText(`${step} um documento`);
    }
  });

  it(
    "has its fee booked and reversed among the receipts, then its notice and its end for want of payment",
    { tags: ["full"] },
    async () => {
      const id = await addOwedFee(stack, {
        number: "PF-2026-0DE7E0A7A0",
        tenant: "Deve A Taxa",
        email: "deve@exemplo.com.br",
        fee: 1500,
        dueIn: -3,
      });
      const page = await openContracts({ expectedErrors: [refusedByServer] });
      await page.getByRole("link", { name: /Recebimentos.*com taxa vencida/ }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Recebimentos" })).toBeVisible();
      const payments = page.getByRole("region", { name: "Recebimentos", exact: true });
      await page.getByRole("searchbox").fill("ninguém assim");
      await expect(page.getByText("Nada por aqui")).toBeVisible();
      await page.getByRole("searchbox").fill("pf20260de7e0a7a0");
      await payments.getByRole("button", { name: "Deve A Taxa" }).click();
      const shown = page.getByRole("region", { name: "Recebimento escolhido" });
      await shown.getByRole("button", { name: "Registrar pagamento" }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Dia em que entrou").fill("2020-01-01");
      await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
      await expect(dialog.getByText("O dia do pagamento não pode ser antes de")).toBeVisible();
      await checkAccessibility(page);
      await dialog.getByLabel("Dia em que entrou").fill(todayInBrasilia());
      await dialog.getByRole("button", { name: "Registrar", exact: true }).click();
      await expect(page.getByText("Pagamento registradoDeve A Taxa")).toBeVisible();
      await expect(payments.getByRole("button", { name: "Deve A Taxa" })).toHaveCount(0);
      await page.getByText("Recebidos", { exact: true }).click();
      await expect(payments.getByRole("button", { name: "Deve A Taxa" })).toContainText("Recebido");
      await checkAccessibility(page);
      await shown.getByRole("link", { name: /^PF-/ }).click();
      await expect(detail(page)).toContainText("registrou um pagamento da taxa");
      await detail(page).getByRole("button", { name: "Estornar" }).press("Enter");
      await dialog.getByLabel("Motivo").fill("Era de outro contrato");
      await dialog.getByRole("button", { name: "Estornar" }).click();
      await expect(page.getByText("Pagamento estornado")).toBeVisible();
      await expect(detail(page)).toContainText("Era de outro contrato");
      await detail(page).getByRole("button", { name: "Avisar do encerramento" }).click();
      await dialog.getByLabel("Esperar o pagamento até").fill(todayInBrasilia());
      await dialog.getByRole("button", { name: "Avisar o locatário" }).click();
      await expect(dialog.getByText("de 10 a 90 dias")).toBeVisible();
      await dialog
        .getByLabel("Esperar o pagamento até")
        .fill(todayInBrasilia(new Date(Date.now() + 12 * 86_400_000)));
      await dialog.getByRole("button", { name: "Avisar o locatário" }).click();
      await expect(detail(page)).toContainText("O locatário foi avisado");
      const mail = await stack.mail("deve@exemplo.com.br", /pode ser encerrada/);
      expect(mail.text).toContain("Forma de pagamento: Pix");
      await stack.sql`update public.charges set notice_on = current_date - 2 where contract_id = ${id}`;
      await page.reload();
      await detail(page).getByRole("button", { name: "Encerrar por falta de pagamento" }).click();
      await dialog.getByRole("button", { name: "Encerrar o contrato" }).click();
      await expect(detail(page)).toContainText("não foi paga até");
      await checkAccessibility(page);
    },
  );

  it("gets its tenant one new link after many clicks", { tags: ["full"] }, async () => {
    await addContract(stack, {
      tenant_name: "Perdeu A Senha",
      tenant_email: "perdeu@exemplo.com.br",
    });
    const page = await openContracts();
    await row(page, "Perdeu A Senha").click();
    const resend = detail(page).getByRole("button", { name: "Reenviar acesso" });
    await resend.click();
    await expect(page.getByText("Acesso reenviado")).toBeVisible();
    await resend.click();
    await expect(page.getByText("O acesso acabou de ser enviado.")).toBeVisible();
    const mail = await stack.mail("perdeu@exemplo.com.br", /senha/i);
    expect(mail.text).toContain("#token_hash=");
    const sent = await stack.sql`
      select from public.outgoing_mail where recipient = 'perdeu@exemplo.com.br'`;
    expect(sent.length).toBe(1);
  });
});
