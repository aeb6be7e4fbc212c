import type { Locator, Page } from "@playwright/test";
import { setTimeout as delay } from "node:timers/promises";
import type { Mail } from "../stacks/full-stack.ts";
import { expect, type startJourney } from "./journey.ts";
import { fillIn, submitButton, succeeded } from "./simulation-form.ts";
import { createSession, storeStaffSession } from "./stored-sessions.ts";

type Journey = ReturnType<typeof startJourney>;
type Sizes = Parameters<Journey["open"]>[1];

export interface Applicant {
  fullName: string;
  email: string;
  cpf: string;
}

const protocolPattern = /PS-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/;

/** Fills in and sends the form of /simular, and returns the protocol number shown. */
export async function simulate(page: Page, applicant: Applicant): Promise<string> {
  await expect(page.getByLabel("Nome completo")).toHaveValue("");
  await fillIn(page, applicant);
  await submitButton(page).click();
  await succeeded(page);
  const result = page.getByRole("region", { name: "Recebemos a sua simulação" });
  const [protocol] = protocolPattern.exec(await result.innerText()) ?? [];
  if (!protocol) throw new Error("The result shows no protocol.");
  return protocol;
}

/** Timeout for an e-mail in milliseconds. Two documents must be made before the slowest e-mail is sent. */
const MAIL_MS = 90_000;

/**
 * Waits until the applicant receives an e-mail with a matching subject, and returns the e-mail.
 * @throws with the delivery status of the applicant's e-mails.
 */
export async function mailTo(
  { stack }: Journey,
  { email }: Pick<Applicant, "email">,
  subject: RegExp,
): Promise<Mail> {
  const late = AbortSignal.timeout(MAIL_MS);
  while (!late.aborted) {
    const found = (await stack.mails(email)).find((mail) => subject.test(mail.subject));
    if (found) return found;
    await delay(200);
  }
  const mails = await stack.sql`
    select template, status, attempts, last_error from public.outgoing_mail where recipient = ${email}`;
  const jobs = await stack.sql`select status, attempts, last_error from public.document_jobs`;
  throw new Error(`No e-mail ${subject}: ${JSON.stringify({ mails, jobs })}`);
}

/** Waits for an e-mail to the applicant and returns the part of the e-mail's text that matches `link`. */
export async function linkOf(
  journey: Journey,
  applicant: Pick<Applicant, "email">,
  { subject, link }: { subject: RegExp; link: RegExp },
): Promise<string> {
  const { text } = await mailTo(journey, applicant, subject);
  const [found] = link.exec(text) ?? [];
  if (!found) throw new Error(`“${subject}” holds no ${link}:\n${text}`);
  return found;
}

/** Pattern of the tracking link in mails. The link opens a guarantee request. */
export const trackingLink = /https?:\S+\/acompanhar#[\w-]{22}/;

/** Opens the staff's queue and, in the queue, this applicant's guarantee request. */
export async function openInQueue(
  journey: Journey,
  { fullName }: Applicant,
  options: Sizes,
): Promise<Page> {
  const { stack } = journey;
  const page = await journey.newPage(options);
  await storeStaffSession(stack, page, await createSession(stack, stack.supabase.accounts.staff));
  await page.goto(`${stack.siteUrl}/admin/simulacoes`);
  await choose(page, fullName);
  return page;
}

/** Reloads the queue and opens the applicant's guarantee request again. */
export async function openAgain(page: Page, { fullName }: Applicant): Promise<void> {
  await page.reload();
  await choose(page, fullName);
}

async function choose(page: Page, fullName: string): Promise<void> {
  await page.getByRole("region", { name: "Simulações" }).getByText(fullName).click();
  await expect(page.getByRole("heading", { name: fullName })).toBeVisible();
}

/** Approves a guarantee request with conditions as staff. The applicant's data is already in the form. */
export async function approveWithConditions(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Aprovar com condições" }).click();
  const dialog = page.getByRole("dialog", { name: /Aprovar com condições/ });
  await dialog.getByLabel("Tipo do imóvel").selectOption("Apartamento");
  await dialog.getByLabel("Custo total do prazo").fill("1.620,45");
  await sendConditions(page, dialog, "Aprovar e enviar condições");
}

/** Sends the conditions that staff typed into the dialog of an offer, and confirms them in the second dialog. */
export async function sendConditions(page: Page, dialog: Locator, label: string): Promise<void> {
  await dialog.getByRole("button", { name: "Conferir e enviar" }).click();
  const last = page.getByRole("dialog", { name: "Confira antes de enviar" });
  await last.getByRole("button", { name: label }).click();
  await expect(dialog).toBeHidden();
}

/** Ticks each clause of the conditions that the page shows, types the name as signature and accepts. */
export async function acceptConditions(page: Page, { fullName }: Applicant): Promise<void> {
  const button = page.getByRole("button", { name: "Aceitar e contratar" });
  await expect(button).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByLabel("Nome completo").fill(fullName);
  await button.click();
  await expect(page.getByRole("heading", { name: "Condições aceitas" })).toBeVisible();
}
