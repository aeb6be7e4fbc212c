import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { demoAccounts } from "../../../supabase/local/seed/demo-accounts.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";

const journey = startJourney();
const path = "/admin/seguranca";
const typed = "Nome que ainda não foi guardado";
const staff = () => journey.stack.supabase.accounts.staff;

beforeEach(async () => {
  await journey.stack.sql`delete from public.login_attempts`;
});

const panel = (page: Page) => page.locator("[role=tabpanel]:not([hidden])");
const nameField = (page: Page) => page.getByLabel("Nome", { exact: true });

async function signIn(page: Page, { email, password } = staff()): Promise<void> {
  await panel(page).getByLabel("E-mail").fill(email);
  await panel(page).getByLabel("Senha", { exact: true }).fill(password);
  await panel(page).getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL(`**${path}`);
  await expect(nameField(page)).toBeVisible();
}

/** Opens the own account, types a name without saving it, and ends the session by `end`. */
async function typeUntil(end: (page: Page) => Promise<void>, page?: Page): Promise<Page> {
  const opened = page ?? (await journey.newPage({ expectedErrors: [refusedByServer] }));
  await opened.goto(`${journey.stack.siteUrl}${path}`);
  await signIn(opened);
  await nameField(opened).fill(typed);
  await end(opened);
  await expect(toast(opened, "Sua sessão terminou")).toContainText("o que você escreveu continua");
  await opened.waitForURL(/area-cliente|login/);
  return opened;
}

/** Makes all sessions of the person older than twelve hours. The screen notices when it is looked at again. */
async function ageSessions(page: Page): Promise<void> {
  await journey.stack.sql`
    update auth.sessions set created_at = now() - interval '13 hours'
    where user_id = (select user_id from public.staff where email = ${staff().email})`;
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
}

describe("a session of staff that ends after twelve hours", () => {
  it("leaves the typed text for the same person in the same tab", async () => {
    const page = await typeUntil(ageSessions);
    await signIn(page);
    await expect(nameField(page)).toHaveValue(typed);
  });

  it("leaves nothing for another person", async () => {
    const page = await typeUntil(ageSessions);
    const [other] = demoAccounts.members;
    if (!other) throw new Error("The demonstration has a team.");
    await signIn(page, { email: other.email, password: staff().password });
    await expect(nameField(page)).toHaveValue(other.name);
  });
});

describe("a session of staff that nobody uses", () => {
  it("ends after an hour, and leaves the typed text", async () => {
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await page.clock.install();
    await typeUntil(async () => page.clock.fastForward("01:01:00"), page);
    await page.clock.setSystemTime(new Date());
    await signIn(page);
    await expect(nameField(page)).toHaveValue(typed);
  });
});
