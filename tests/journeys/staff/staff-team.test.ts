import type { Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";
import { databaseOutage } from "../../../supabase/tests/support/database-outage.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";

/**
 * Console errors while the database is down. A response that timed out has no CORS headers, so the
 * browser reports a CORS error.
 */
const whileDown = [/status of 5\d\d/, /net::ERR_FAILED/, /blocked by CORS policy/];

const journey = startJourney();
let stack: FullStack;
let releaser: StoredSession;

async function openTeam(session?: StoredSession, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  if (session) await storeStaffSession(stack, page, session);
  await page.goto(`${stack.siteUrl}/admin/equipe`);
  return page;
}

const member = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

/** Returns how many simulations the account may read through the API. */
async function readSimulations(session: StoredSession): Promise<number> {
  const reply = await fetch(`${stack.supabase.url}/rest/v1/rpc/list_simulations`, {
    method: "POST",
    headers: {
      apikey: stack.supabase.publishableKey,
      authorization: `Bearer ${session.access_token}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  return reply.status;
}

beforeAll(async () => {
  ({ stack } = journey);
  releaser = await createSession(stack, stack.supabase.accounts.staff);
});

describe("the team page", () => {
  it("releases an account, which works at once and gets an e-mail", async () => {
    const { email, password } = stack.supabase.accounts.pendingStaff;
    const session = await createSession(stack, { email, password });
    expect(await readSimulations(session)).toBe(403);
    const page = await openTeam(releaser);
    await expect(member(page, email)).toContainText("Aguardando liberação");
    await checkAccessibility(page);
    await member(page, email).getByRole("button", { name: "Liberar" }).press("Enter");
    await expect(page.getByText("Acesso liberado")).toBeVisible();
    await expect(member(page, email)).toContainText("Liberado");
    expect(await readSimulations(session)).toBe(200);
    await stack.mail(email, /liberad/i);
  });

  it(
    "refuses to release an unconfirmed address, and shows its domain",
    { tags: ["full"] },
    async () => {
      const account = await addStaff(stack, "pending");
      await stack.sql`
      update auth.users set email_confirmed_at = null where email = ${account.email}`;
      const page = await openTeam(releaser, { width: 360, expectedErrors: [/status of 409/] });
      const row = member(page, account.email);
      await expect(row).toContainText("E-mail não confirmado");
      await expect(row).toContainText("Domínio payser.example");
      await expect(row.getByRole("button", { name: "Liberar" })).toHaveCount(0);
      await checkAccessibility(page);
      // The e-mail address is confirmed when the page loads, but no longer when the server receives the click.
      await stack.sql`
      update auth.users set email_confirmed_at = now() where email = ${account.email}`;
      await page.reload();
      await expect(row.getByRole("button", { name: "Liberar" })).toBeVisible();
      await expect(row).toContainText("e-mail confirmado em");
      await stack.sql`
      update auth.users set email_confirmed_at = null where email = ${account.email}`;
      await row.getByRole("button", { name: "Liberar" }).click();
      await expect(page.getByText("ainda não foi confirmado. Peça à pessoa")).toBeVisible();
      await stack.sql`delete from auth.users where email = ${account.email}`;
    },
  );

  it("shows the staff before 510 sign-ups, which continue below", { tags: ["full"] }, async () => {
    await stack.sql`
      insert into auth.users (id, email)
      select gen_random_uuid(), 'inscrito' || n || '@exemplo.com.br' from generate_series(1, 510) as n`;
    const page = await openTeam(releaser);
    const rows = page.locator("tbody").getByRole("row");
    await expect(rows.first()).toContainText("Liberado");
    await expect(member(page, stack.supabase.accounts.staff.email)).toBeVisible();
    await expect(page.getByText("510 sem e-mail confirmado")).toBeVisible();
    await expect(rows).toHaveCount(20);
    await page.getByRole("button", { name: "Carregar mais" }).press("Enter");
    await expect(rows).toHaveCount(40);
    await expect(rows.nth(20)).toBeFocused();
    await checkAccessibility(page);
    await stack.sql`delete from auth.users where email like 'inscrito%'`;
  });

  it("disables an account at once", async () => {
    const account = await addStaff(stack, "active");
    const session = await createSession(stack, account);
    expect(await readSimulations(session)).toBe(200);
    const page = await openTeam(releaser, { width: 360 });
    await member(page, account.email).getByRole("button", { name: "Desativar" }).click();
    await expect(page.getByText("Acesso desativado")).toBeVisible();
    await expect(member(page, account.email)).toContainText("Desativado");
    expect(await readSimulations(session)).toBe(403);
    await checkAccessibility(page);
  });

  it("gives rights with a preset, and takes one back", async () => {
    const account = await addStaff(stack, "active", ["read"]);
    const page = await openTeam(releaser, { width: 360 });
    const row = member(page, account.email);
    await expect(row).toContainText("Pode consultar");
    const dialog = page.getByRole("dialog", { name: `Direitos de ${account.email}` });
    const right = (name: string) => dialog.getByRole("checkbox", { name });
    await row.getByRole("button", { name: `Direitos ${account.email}` }).click();
    await dialog.getByRole("button", { name: "Financeiro" }).click();
    await expect(right("Lançar pagamentos")).toBeChecked();
    await expect(right("Decidir pedidos")).not.toBeChecked();
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Salvar direitos" }).click();
    await expect(toast(page, "Direitos alterados")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Pode consultar, lançar pagamentos, aprovar e pagar");
    await row.getByRole("button", { name: `Direitos ${account.email}` }).click();
    await right("Aprovar e pagar").uncheck();
    await dialog.getByRole("button", { name: "Salvar direitos" }).click();
    await expect(row).not.toContainText("aprovar e pagar");
    await expect(row).toContainText("Pode consultar, lançar pagamentos");
  });

  it("opens the rights that a member has, and no others", async () => {
    const account = await addStaff(stack, "active", ["read", "payouts", "owner"]);
    const page = await openTeam(releaser);
    const row = member(page, account.email);
    await row.getByRole("button", { name: `Direitos ${account.email}` }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(3);
    await dialog.getByRole("button", { name: "Salvar direitos" }).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(row).toContainText("Pode consultar, aprovar e pagar, gerir a empresa");
  });

  it("ends a member's sessions at once", async () => {
    const account = await addStaff(stack, "active", ["read"]);
    const session = await createSession(stack, account);
    expect(await readSimulations(session)).toBe(200);
    const page = await openTeam(releaser);
    const row = member(page, account.email);
    await expect(row).toContainText("visto em");
    await row.getByRole("button", { name: "Encerrar sessões" }).click();
    await expect(toast(page, "Sessões encerradas")).toBeVisible();
    await expect(row).toContainText("sem sessão aberta");
    expect(await readSimulations(session)).toBe(403);
  });

  it("offers no release or disabling of one's own account", { tags: ["full"] }, async () => {
    const page = await openTeam(releaser);
    const own = member(page, stack.supabase.accounts.staff.email);
    await expect(own).toContainText("(você)");
    await expect(own.getByRole("button", { name: /Liberar|Desativar/ })).toHaveCount(0);
  });

  it("tells a member without the right who has it, and changes nothing", async () => {
    const account = await addStaff(stack, "active", ["read"]);
    const other = await addStaff(stack, "active", ["read"]);
    for (const width of [360, 1440]) {
      const page = await openTeam(await createSession(stack, account), { width });
      const row = member(page, other.email);
      const disable = row.getByRole("button", { name: "Desativar" });
      await expect(disable).toHaveAttribute("aria-disabled", "true");
      await expect(disable).toHaveAccessibleDescription(
        /“Gerir a equipe”. Quem tem: .*Equipe Payser/,
      );
      await checkAccessibility(page);
      await disable.press("Enter");
      await expect(toast(page, "Não disponível para você")).toContainText("Equipe Payser");
      await row.getByRole("button", { name: "Direitos" }).press("Enter");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    expect(await readSimulations(await createSession(stack, other))).toBe(200);
  });

  it("shows a pending account only that it waits", { tags: ["full"] }, async () => {
    const page = await openTeam(await createSession(stack, await addStaff(stack, "pending")));
    await expect(page.getByRole("heading", { name: "Aguardando liberação" })).toBeVisible();
    await expect(page.getByText(stack.supabase.accounts.staff.email)).toHaveCount(0);
  });

  it("sends a visitor to the login with the way back", { tags: ["full"] }, async () => {
    const page = await openTeam();
    await expect(page).toHaveURL(`${stack.siteUrl}/login?voltar=%2Fadmin%2Fequipe`);
    await expect(page.getByRole("alert")).toContainText(
      "Você precisa estar logado para acessar esta página",
    );
  });

  it("keeps the right of the last member who manages the team", async () => {
    await stack.sql`
      delete from public.staff_rights where name = 'team' and user_id <> (
        select user_id from public.staff where email = ${stack.supabase.accounts.staff.email}
      )`;
    const page = await openTeam(releaser, { expectedErrors: [refusedByServer] });
    const own = member(page, stack.supabase.accounts.staff.email);
    await own.getByRole("button", { name: "Direitos" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Gerir a equipe" }).uncheck();
    await dialog.getByRole("button", { name: "Salvar direitos" }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      "Ninguém mais tem o direito “Gerir a equipe”. Dê esse direito a outra pessoa antes.",
    );
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await expect(own).toContainText("gerir a equipe");
  });

  it("reports a failed change and an unreadable team", { tags: ["full"] }, async () => {
    const account = await addStaff(stack, "active");
    const page = await openTeam(releaser, { expectedErrors: whileDown });
    const disable = member(page, account.email).getByRole("button", { name: "Desativar" });
    await expect(disable).toBeVisible();
    mayPrint(...databaseOutage);
    await stack.supabase.database.stop();
    await disable.click();
    await expect(page.getByText("Erro ao alterar o acesso")).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole("heading", { name: "Não foi possível verificar seu acesso" }),
    ).toBeVisible();
    await checkAccessibility(page);
    await stack.supabase.database.start();
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(member(page, account.email)).toContainText("Liberado");
  });
});
