import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { demoAccounts } from "../../../supabase/local/seed/demo-accounts.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { openAsStaff } from "../../support/pages/staff-money.ts";

const journey = startJourney();
const path = "/admin/seguranca";
const typed = "Nome que ainda não foi guardado";
const staff = () => journey.stack.supabase.accounts.staff;

beforeEach(async () => {
  await journey.stack.sql`delete from public.login_attempts`;
});

const panel = (page: Page) => page.locator("[role=tabpanel]:not([hidden])");
const nameField = (page: Page) => page.getByLabel("Nome", { exact: true });

async function fillSignIn(page: Page, { email, password } = staff()): Promise<void> {
  await panel(page).getByLabel("E-mail").fill(email);
  await panel(page).getByLabel("Senha", { exact: true }).fill(password);
  await panel(page).getByRole("button", { name: "Entrar", exact: true }).click();
}

async function signIn(page: Page, account = staff()): Promise<void> {
  await fillSignIn(page, account);
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

/**
 * Moves the last use an hour back, and the clock to the next check. An hour in one step would also renew the token in
 * the moment in which the session ends.
 */
async function ageUse(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [began, time] = (localStorage.getItem("payser-equipe-uso") ?? "").split(" ");
    localStorage.setItem("payser-equipe-uso", `${began} ${Number(time) - 61 * 60_000}`);
  });
  await page.clock.fastForward(20_000);
}

describe("a session of staff that ends after twelve hours", () => {
  it("leaves the typed text for the same person in the same tab", async () => {
    const page = await typeUntil(ageSessions);
    await signIn(page);
    await expect(nameField(page)).toHaveValue(typed);
  });

  it("leaves a typed note at its landlord", async () => {
    const { stack } = journey;
    const [landlord] = await stack.sql`
      insert into public.landlords (name) values ('Locadora Anotada') returning id`;
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await openAsStaff(stack, page, `/admin/busca#${String(landlord?.["id"])}`);
    const notes = page.getByLabel("Anotações");
    await notes.fill("Prefere ligações à tarde");
    await ageSessions(page);
    await expect(toast(page, "Sua sessão terminou")).toBeVisible();
    await fillSignIn(page);
    await expect(notes).toHaveValue("Prefere ligações à tarde");
    await page.getByRole("button", { name: "Guardar" }).click();
    await expect(toast(page, "Anotações guardadas")).toContainText("Locadora Anotada");
    await expect(page.getByRole("button", { name: "Guardar" })).toBeDisabled();
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
    await typeUntil(ageUse, page);
    await signIn(page);
    await expect(nameField(page)).toHaveValue(typed);
  });

  it("lasts on a computer whose clock is an hour ahead", async () => {
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await page.clock.install({ time: Date.now() + 62 * 60_000 });
    await page.goto(`${journey.stack.siteUrl}${path}`);
    await signIn(page);
    await page.clock.fastForward(20_000);
    await nameField(page).fill(typed);
    await expect(toast(page, "Sua sessão terminou")).toHaveCount(0);
    await expect(nameField(page)).toHaveValue(typed);
  });

  it("ends at the first key after an hour in which the computer slept", async () => {
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    await page.clock.install();
    await typeUntil(async () => {
      // No timer runs during the sleep, so the key comes before the next check.
      await page.clock.pauseAt(Date.now() + 5_000);
      await page.clock.setSystemTime(Date.now() + 61 * 60_000);
      await page.keyboard.press("Shift");
    }, page);
  });
});
