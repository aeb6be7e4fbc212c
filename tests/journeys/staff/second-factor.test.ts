import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { codeOf, enroll } from "../../support/pages/sign-in-staff.ts";
import { createPasswordSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
type Account = Awaited<ReturnType<typeof addStaff>>;

const stepTitle = "Verificação em duas etapas";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const appCode = (page: Page) => page.getByLabel("Código do aplicativo");

/** Opens a page with a new session. The account signed in only with the password, without a second factor. */
async function openAs(account: Account, path: string, width = 1440): Promise<Page> {
  const page = await journey.newPage({ width, expectedErrors: [refusedByServer] });
  await storeStaffSession(journey.stack, page, await createPasswordSession(journey.stack, account));
  await page.goto(journey.stack.siteUrl + path);
  return page;
}

beforeEach(async () => {
  await journey.stack.sql`update private.staff_settings set require_second_factor = false`;
});

describe("the second factor", () => {
  it("is turned on with a QR code or a key, and gives ten codes once", async () => {
    const account = await addStaff(journey.stack, "active");
    const page = await openAs(account, "/admin/seguranca", 360);
    await expect(page.getByRole("heading", { level: 1, name: "Minha conta" })).toBeVisible();
    await checkAccessibility(page);
    await button(page, "Começar").click();
    const picture = page.getByRole("img", { name: /Código QR/ });
    await expect(picture).toBeVisible();
    expect(
      await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    ).toBeGreaterThan(0);
    await checkAccessibility(page);
    await appCode(page).fill("12345");
    await button(page, "Ativar").click();
    await expect(page.locator(".validator-hint")).toHaveText("Digite os 6 números do aplicativo");
    await appCode(page).fill("000 000");
    await button(page, "Ativar").click();
    await expect(page.getByRole("alert")).toContainText("Código incorreto ou já usado.");
    // After a reload, the enrolment starts from the beginning.
    await page.reload();
    const { codes } = await enroll(page);
    expect(codes).toHaveLength(10);
    await checkAccessibility(page);
    await button(page, "Guardei os códigos").click();
    await expect(page.getByText("Restam 10 códigos de recuperação.")).toBeVisible();
    await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
    await checkAccessibility(page);
  });

  it("is requested after the password, before anything is shown", async () => {
    const account = await addStaff(journey.stack, "active");
    const { secret } = await enroll(await openAs(account, "/admin/seguranca"));

    const page = await openAs(account, "/admin/simulacoes", 360);
    await expect(page.getByRole("heading", { name: stepTitle })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Gerenciar", exact: true })).toHaveCount(0);
    await checkAccessibility(page);
    await appCode(page).fill(codeOf(secret));
    await button(page, "Continuar").click();
    const line = page.getByRole("region", { name: "Simulações" }).getByRole("button").first();
    await expect(line).toBeVisible();
    await page.reload();
    await expect(line).toBeVisible();
    await page.getByText("Menu da equipe").locator("..").press("Enter");
    await button(page, "Sair").click();
    await expect(toast(page, "Logout realizado com sucesso")).toBeVisible();
  });

  it("is requested after a password reset by mail", { tags: ["full"] }, async () => {
    const account = await addStaff(journey.stack, "active");
    const { secret } = await enroll(await openAs(account, "/admin/seguranca"));
    await journey.stack.mail(account.email, /duas etapas foi ativada/);

    const page = await journey.newPage({ width: 360, expectedErrors: [refusedByServer] });
    await page.goto(`${journey.stack.siteUrl}/area-cliente`);
    await button(page, "Esqueci minha senha").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill(account.email);
    await checkAccessibility(page);
    await button(page, "Enviar link").click();
    await expect(toast(page, "Email enviado!")).toBeVisible();
    const { text } = await journey.stack.mail(account.email, /nova senha para a área/);
    await page.goto(/\S+nova-senha#\S+/.exec(text)?.[0] ?? "");
    const wanted = page.getByLabel("Nova senha");
    await expect(page.getByText("com que você entra na área de gerenciamento")).toBeVisible();
    await wanted.fill("Flamengo2024!");
    await button(page, "Salvar nova senha").click();
    await expect(wanted).toHaveAccessibleDescription(/Esta senha é comum/);
    await expect(wanted).toBeFocused();
    await checkAccessibility(page);
    await wanted.fill("cavalo bateria grampo");
    await button(page, "Salvar nova senha").click();
    await page.getByRole("textbox", { name: "E-mail" }).fill(account.email);
    await page.getByRole("textbox", { name: "Senha", exact: true }).fill("cavalo bateria grampo");
    await button(page, "Entrar").click();
    await expect(page.getByRole("heading", { name: stepTitle })).toBeVisible();
    await appCode(page).fill(codeOf(secret));
    await button(page, "Continuar").click();
    const queue = page.getByRole("region", { name: "Simulações" });
    await expect(queue.getByRole("button").first()).toBeVisible();

    // A signed-in member of staff changes the password after typing the old one. The session stays valid.
    await page.goto(`${journey.stack.siteUrl}/admin/seguranca`);
    await page.getByLabel("Senha atual").fill("errada de novo");
    await page.getByLabel("Nova senha").fill("girafa lilas mineira");
    await button(page, "Alterar senha").click();
    await expect(page.getByText("Senha incorreta").first()).toBeVisible();
    await checkAccessibility(page);
    await page.getByLabel("Senha atual").fill("cavalo bateria grampo");
    await button(page, "Alterar senha").click();
    await expect(toast(page, "Senha alterada com sucesso!")).toBeVisible();
    await journey.stack.mail(account.email, /senha da sua conta da equipe foi alterada/);
    const ownName = page.getByRole("textbox", { name: "Nome" });
    await ownName.fill("Rita Campos");
    // The test submits the form with the Enter key, because on a phone the notice about the password covers the button
    // for some seconds.
    await ownName.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Nome guardado" })).toBeVisible();
    await page.reload();
    await expect(ownName).toHaveValue("Rita Campos");
  });

  it(
    "is replaced with a recovery code when it is lost, which spends the code",
    { tags: ["full"] },
    async () => {
      const account = await addStaff(journey.stack, "active");
      const { codes } = await enroll(await openAs(account, "/admin/seguranca"));

      const page = await openAs(account, "/admin/seguranca");
      await button(page, "Não tenho mais o aplicativo").click();
      const code = page.getByLabel("Código de recuperação");
      await code.fill("AAAA-BBBB-CCCC-DDDD");
      await button(page, "Usar código de recuperação").click();
      await expect(page.getByRole("alert")).toContainText("incorreto ou já usado");
      await checkAccessibility(page);
      await code.fill((codes[0] ?? "").toLowerCase());
      await button(page, "Usar código de recuperação").click();
      await expect(toast(page, "Código de recuperação aceito")).toBeVisible();
      await expect(
        page.getByRole("heading", { name: "Ative a verificação em duas etapas" }),
      ).toBeVisible();
      await enroll(page);
      await button(page, "Guardei os códigos").click();
      await expect(page.getByText("Restam 10 códigos de recuperação.")).toBeVisible();
      await button(page, "Desativar").click();
      await expect(toast(page, "Verificação em duas etapas desativada")).toBeVisible();
    },
  );

  it("is required of everybody by one setting", { tags: ["full"] }, async () => {
    const account = await addStaff(journey.stack, "active");
    await journey.stack.sql`update private.staff_settings set require_second_factor = true`;
    const page = await openAs(account, "/admin/simulacoes");
    await expect(page.getByText("Sua equipe exige a verificação em duas etapas")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
    await checkAccessibility(page);
    await enroll(page);
    await button(page, "Guardei os códigos").click();
    await expect(page.getByRole("article").first()).toBeVisible();
  });
});
