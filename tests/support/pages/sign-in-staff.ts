import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { demoAccounts } from "../../../supabase/local/seed/demo-accounts.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { expect } from "./journey.ts";

const STEP_MS = 30_000;

/** Returns the code that the authenticator app shows for a secret at a time `steps` times 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });
}

/** Preset of the team screen, as the demo address of its member names it. */
export type Preset = "analise" | "contratos" | "financeiro" | "acionamentos" | "gestao";

/** Returns address and name of the demo member of a preset. */
export function demoMember(preset: Preset) {
  const found = demoAccounts.members.find(({ email }) => email.startsWith(`${preset}@`));
  if (!found) throw new Error(`The demonstration has a member for ${preset}.`);
  return found;
}

/** Time step of the last code of each member. All files of a worker use the same members. */
const usedSteps = new Map<Preset, number>();

/** Returns a code of a demo member that is valid now and was not used yet, because each code works only once. */
function nextCode(preset: Preset): string {
  const now = Math.floor(Date.now() / STEP_MS);
  const step = Math.max(now, (usedSteps.get(preset) ?? 0) + 1);
  usedSteps.set(preset, step);
  return codeOf(demoAccounts.secondFactor, step - now);
}

/** Signs the demo member of a preset in on the sign-in page, with the second factor if the account has one. */
export async function signInAs(stack: FullStack, page: Page, preset: Preset): Promise<void> {
  await page.goto(`${stack.siteUrl}/area-cliente`);
  const panel = page.locator("[role=tabpanel]:not([hidden])");
  await panel.getByLabel("E-mail").fill(demoMember(preset).email);
  await panel.getByLabel("Senha", { exact: true }).fill(demoAccounts.staff.password);
  await panel.getByRole("button", { name: "Entrar", exact: true }).click();
  const title = page.getByRole("heading", { level: 1, name: "Simulações" });
  const code = page.getByLabel("Código do aplicativo");
  await expect(title).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Área da equipe" });
  await expect(menu.or(code)).toBeVisible();
  if (await code.isVisible()) {
    await code.fill(nextCode(preset));
    await page.getByRole("button", { name: "Continuar" }).click();
  }
  await expect(menu).toBeVisible();
}

/** Turns on the second factor on the open page and returns the secret and the recovery codes. */
export async function enroll(page: Page) {
  await page.getByRole("button", { name: "Começar" }).click();
  await expect(page.getByRole("img", { name: /Código QR/ })).toBeVisible();
  const secret = await page.locator("p.font-mono").innerText();
  // Each code works only once, and the sign-in later needs the current code. So this step uses the previous code, which
  // is still valid.
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 10_000) await page.waitForTimeout(left);
  await page.getByLabel("Código do aplicativo").fill(codeOf(secret, -1));
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: "Guarde os seus códigos de recuperação" }),
  ).toBeFocused();
  const codes = await page.locator("ul.font-mono li").allInnerTexts();
  return { secret, codes };
}
