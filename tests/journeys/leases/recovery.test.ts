import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";

const journey = startJourney();
const loginPath = "/area-cliente?aba=cliente";
const functionUrl = "**/functions/v1/recover-password";

function contract(index: 0 | 1) {
  const found = journey.stack.supabase.accounts.contracts[index];
  if (!found) throw new Error("The seed has two contracts.");
  return found;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Recuperar senha" });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Esqueci minha senha" }).click();
  await expect(dialog(page)).toBeVisible();
}

async function askForLink(page: Page, email: string): Promise<void> {
  await openDialog(page);
  await dialog(page).getByLabel("E-mail").fill(email);
  await dialog(page).getByRole("button", { name: "Enviar link" }).click();
}

async function linkFor(email: string): Promise<string> {
  const { text } = await journey.stack.mail(email, /senha/i);
  const [link] = /https?:\S+\/nova-senha#\S+/.exec(text) ?? [];
  if (!link) throw new Error(`The e-mail holds no link:\n${text}`);
  return link;
}

async function saveNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Nova senha").fill(password);
  await page.getByRole("button", { name: "Salvar nova senha" }).click();
}

const sent = (page: Page) =>
  expect(toast(page, "Email enviado!")).toContainText("Verifique sua caixa de entrada");

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  // Deletes mails of earlier tests, because a test could take an invalid link from an old mail.
  await fetch(`${journey.stack.supabase.inboxUrl}/api/messages`, { method: "DELETE" });
});

describe("the dialog for a forgotten password", () => {
  it(
    "asks for a valid e-mail, and forgets typed text when it is closed",
    { tags: ["full"] },
    async () => {
      const page = await journey.open(loginPath, { width: 360, height: 780 });
      await openDialog(page);
      const email = dialog(page).getByLabel("E-mail");
      await expect(email).toBeFocused();
      await email.fill("isto não é");
      await page.keyboard.press("Enter");
      await expect(dialog(page).locator(".validator-hint")).toHaveText("Email inválido");
      await expect(email).toBeFocused();
      await checkAccessibility(page);
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByRole("button", { name: "Esqueci minha senha" })).toBeFocused();
      await openDialog(page);
      await expect(email).toHaveValue("");
      await expect(dialog(page).locator(".validator-hint")).toHaveCount(0);
      await dialog(page).getByRole("button", { name: "Cancelar" }).click();
      await expect(dialog(page)).toBeHidden();
    },
  );

  it("closes with the same notice for an unknown address", { tags: ["full"] }, async () => {
    const page = await journey.open(loginPath);
    await askForLink(page, "ninguem@exemplo.com.br");
    await sent(page);
    await expect(dialog(page)).toBeHidden();
    await checkAccessibility(page);
  });

  it(
    "stays with the catalogue's text above it when the backend does not answer",
    { tags: ["full"] },
    async () => {
      const page = await journey.open(loginPath, { expectedErrors: [noConnection] });
      await page.route(functionUrl, (route) => route.abort());
      await askForLink(page, "ana.ribeiro@exemplo.com.br");
      const notice = toast(page, "Erro ao recuperar senha");
      await expect(notice).toContainText("Não foi possível enviar o email.");
      await expect(dialog(page).getByRole("alert")).toHaveText("Não foi possível enviar o email.");
      await expect(dialog(page).getByLabel("E-mail")).toHaveValue("ana.ribeiro@exemplo.com.br");
      // The notice is in the top layer, so the backdrop of the dialog does not dim the notice.
      expect(
        await notice.evaluate((element) => element.parentElement?.matches(":popover-open")),
      ).toBe(true);
      await checkAccessibility(page);
    },
  );

  it("names the waiting time after too many requests", { tags: ["full"] }, async () => {
    const { sql } = journey.stack;
    const page = await journey.open(loginPath, { expectedErrors: [refusedByServer] });
    await sql`update private.limits set most = 1 where action = 'recovery-by-address'`;
    try {
      await askForLink(page, "um@exemplo.com.br");
      await sent(page);
      await askForLink(page, "dois@exemplo.com.br");
      await expect(toast(page, "Erro ao recuperar senha")).toContainText(
        /Muitas tentativas\. Tente novamente em \d+ \w+\./,
      );
    } finally {
      await sql`update private.limits set most = 10 where action = 'recovery-by-address'`;
    }
  });
});

describe("the link of the e-mail", () => {
  it("sets a new password once, which opens the contract", async () => {
    const { contractNumber, email, password } = contract(0);
    const page = await journey.open(loginPath, { expectedErrors: [refusedByServer] });
    await askForLink(page, email);
    await sent(page);
    const link = await linkFor(email);

    await page.goto(link);
    await expect(page.getByLabel("Nova senha")).toBeVisible();
    await expect(page).toHaveURL(`${journey.stack.siteUrl}/area-cliente/nova-senha`);
    await checkAccessibility(page);
    await saveNewPassword(page, "curta");
    await expect(page.locator(".validator-hint")).toHaveText(
      "Senha deve ter no mínimo 8 caracteres",
    );
    await saveNewPassword(page, "senha-nova-da-ana");
    await expect(toast(page, "Senha alterada com sucesso!")).toBeVisible();
    await journey.stack.mail(email, /alterada/i);
    await expect(page).toHaveURL(/\/contrato$/);
    await expect(page.getByText(contractNumber)).toBeVisible();
    await page.getByRole("button", { name: "Sair" }).click();

    const panel = page.locator("[role=tabpanel]:not([hidden])");
    await panel.getByLabel("Número do contrato").fill(contractNumber);
    await panel.getByLabel("Senha", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Acessar contrato" }).click();
    await expect(toast(page, "Erro no login")).toContainText("Senha incorreta");
    await panel.getByLabel("Senha", { exact: true }).fill("senha-nova-da-ana");
    await page.getByRole("button", { name: "Acessar contrato" }).click();
    await expect(page).toHaveURL(/\/contrato$/);
    await expect(page.getByText(contractNumber)).toBeVisible();

    await page.goto("about:blank");
    await page.goto(link);
    await saveNewPassword(page, "outra-senha");
    await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
    await checkAccessibility(page);
    await page.getByRole("link", { name: "Pedir um novo link" }).click();
    await expect(page.getByRole("tab", { name: "Cliente" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  it("is not left in the history", { tags: ["full"] }, async () => {
    const { email } = contract(1);
    const page = await journey.open(loginPath);
    await askForLink(page, email);
    await sent(page);
    await page.goto(await linkFor(email));
    await expect(page.getByLabel("Nova senha")).toBeVisible();
    await page.goto(`${journey.stack.siteUrl}/contato`);
    await page.goBack();
    await expect(page).toHaveURL(`${journey.stack.siteUrl}/area-cliente/nova-senha`);
  });

  it("leads to a new request when it is missing or cut short", async () => {
    for (const fragment of ["", "#token_hash=abc"]) {
      const page = await journey.open(`/area-cliente/nova-senha${fragment}`, {
        expectedErrors: [refusedByServer],
      });
      if (fragment) await saveNewPassword(page, "senha-nova");
      await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Pedir um novo link" })).toBeVisible();
    }
  });

  it("survives an outage while the password is sent", { tags: ["full"] }, async () => {
    const { email } = contract(1);
    const page = await journey.open(loginPath, { expectedErrors: [noConnection] });
    await askForLink(page, email);
    await sent(page);
    await page.goto(await linkFor(email));
    await expect(page.getByLabel("Nova senha")).toBeVisible();
    await page.context().setOffline(true);
    await saveNewPassword(page, "senha-do-joao");
    await expect(toast(page, "Erro ao alterar senha")).toContainText(
      "Não foi possível alterar a senha.",
    );
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Salvar nova senha" }).click();
    await expect(toast(page, "Senha alterada com sucesso!")).toBeVisible();
  });
});
