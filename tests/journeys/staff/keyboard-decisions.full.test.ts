// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, describe, expect as expectNow, it } from "vitest";
import { expect, startJourney, toast } from "../../support/pages/journey.ts";
import { focusFault, recordLostFocus, tabTo } from "../../support/pages/keyboard.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";

const journey = startJourney();
const nameOf = (index: number) => `Pessoa Do Teclado ${String(index).padStart(2, "0")}`;

/** Keys of the ten decisions: approve, reject, and approve with conditions. */
const decisions = ["a", "a", "r", "a", "o", "a", "a", "r", "o", "a"] as const;
const statusOf = { a: "approved", r: "rejected", o: "approved" };

beforeEach(async () => {
  const { sql } = journey.stack;
  // The longest time, so that the key for undoing is not too late on a busy machine.
  await sql`update private.staff_settings set undo_seconds = 60`;
  await sql`delete from public.login_attempts`;
  for (const [index] of decisions.entries()) {
    const email = `teclado${index}@exemplo.com.br`;
    const id = await addSimulation(journey.stack, { full_name: nameOf(index), email });
    await sql`
      update public.simulations set created_at = now() - interval '3 days',
        answer_due_at = now() - interval '2 days' + ${index} * interval '1 minute'
      where id = ${id}`;
  }
});

/** Presses a key, waits for its effect, and checks that the focus is visible. */
async function press(page: Page, key: string, effect: () => Promise<void>): Promise<void> {
  await page.keyboard.press(key);
  await effect();
  expectNow(await focusFault(page), `after ${key}`).toBeNull();
}

const article = (page: Page, index: number) => page.getByRole("article", { name: nameOf(index) });
const isShown = (page: Page, index: number) => () => expect(article(page, index)).toBeVisible();
/** Expects that the request is shown and can be decided. A key has no effect before. */
const isReady = (page: Page, index: number) => () =>
  expect(article(page, index).getByRole("button", { name: "Rejeitar" })).toBeEnabled();
const isRegionFocused = (page: Page, index: number) => () =>
  expect(page.getByRole("region", { name: `Simulação de ${nameOf(index)}` })).toBeFocused();

/** Tabs to a field or button of the open dialog, and checks that the focus stays in the dialog. */
const tabInDialog = async (page: Page, role: "button" | "textbox", name: string | RegExp) =>
  tabTo(page.getByRole("dialog").last().getByRole(role, { name }), 40);

async function reject(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(page, "r", () => expect(dialog).toBeVisible());
  await tabInDialog(page, "textbox", /^Motivo/);
  await page.keyboard.type("A renda não cobre o aluguel; arquive. ajkruo");
  await tabInDialog(page, "button", "Rejeitar e enviar e-mail");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}

async function offer(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Aprovar com condições/ });
  await expect(page.getByRole("button", { name: "Aprovar com condições" })).toBeEnabled();
  await press(page, "o", () => expect(dialog).toBeVisible());
  await tabInDialog(page, "button", "Conferir e enviar");
  const last = page.getByRole("dialog", { name: "Confira antes de enviar" });
  await press(page, "Enter", () => expect(last).toBeVisible());
  await tabInDialog(page, "button", "Aprovar e enviar condições");
  await page.keyboard.press("Enter");
  await expect(last).toHaveCount(0);
}

describe("the keyboard alone", () => {
  it("leads from the sign-in to the tenth decision, and the focus is visible at each step", async () => {
    const page = await journey.newPage({ width: 1366, height: 768 });
    const lost = await recordLostFocus(page);
    await page.goto(`${journey.stack.siteUrl}/area-cliente`);
    const { email, password } = journey.stack.supabase.accounts.staff;
    for (const [label, text] of [
      ["E-mail", email],
      ["Senha", password],
    ] as const) {
      await tabTo(page.getByLabel(label, { exact: true }).filter({ visible: true }).first());
      await page.keyboard.type(text);
    }
    await press(page, "Enter", async () => {
      await expect(page).toHaveURL(/\/admin\/simulacoes/);
      await isShown(page, 0)();
    });

    // A person looks around before the first decision: two requests on and back, the search, and the list of keys.
    await press(page, "j", isRegionFocused(page, 1));
    await press(page, "j", isRegionFocused(page, 2));
    await press(page, "k", isRegionFocused(page, 1));
    await press(page, "k", isRegionFocused(page, 0));
    const keys = page.getByRole("dialog", { name: "Teclas de atalho" });
    await press(page, "?", () => expect(keys).toBeVisible());
    await press(page, "Escape", () => expect(keys).toHaveCount(0));

    for (const [index, key] of decisions.entries()) {
      await isReady(page, index)();
      if (key === "r") await reject(page);
      else if (key === "o") await offer(page);
      else await page.keyboard.press("a");
      // After the last decision, the next request of the demonstration is shown.
      if (index + 1 < decisions.length) await isRegionFocused(page, index + 1)();
      else await expect(article(page, index)).toHaveCount(0);
      expectNow(await focusFault(page), `after decision ${index + 1}`).toBeNull();
      if (index === 3) {
        await press(page, "u", isReady(page, 3));
        await expect(toast(page, "Decisão desfeita")).toBeVisible();
        await press(page, "a", isShown(page, 4));
      }
    }
    const stored = async () => {
      const rows = await journey.stack.sql`
        select status from public.simulations where full_name like 'Pessoa Do Teclado%' order by full_name`;
      return rows.map(({ status }) => String(status));
    };
    await expect.poll(stored).toEqual(decisions.map((key) => statusOf[key]));
    expectNow(lost).toEqual([]);
  });
});
