// @module-tag full
import type { Locator, Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import { z } from "zod";
import { staffStorageKey } from "../../../web/backend/staff/staff-session.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { demoMember, enroll, type Preset, signInAs } from "../../support/pages/sign-in-staff.ts";
import { prepareTeamDay, sendDigest } from "../../support/pages/team-cases.ts";
import { approveWithConditions } from "../../support/pages/walk-request.ts";

const journey = startJourney();
/** Time of the whole day, which signs five people in and opens some forty pages. */
const DAY_MS = 300_000;

let day: Awaited<ReturnType<typeof prepareTeamDay>>;
beforeAll(async () => {
  day = await prepareTeamDay(journey.stack);
});

/** Opens a browser of their own for each member of the team, signed in on the sign-in page. */
async function openTeam(): Promise<Record<Preset, Page>> {
  const open = async (preset: Preset) => {
    const page = await journey.newPage({ expectedErrors: [refusedByServer] });
    // Reduced motion keeps toasts from fading, because a half-faded toast would fail the contrast check.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signInAs(journey.stack, page, preset);
    return page;
  };
  return {
    analise: await open("analise"),
    contratos: await open("contratos"),
    financeiro: await open("financeiro"),
    acionamentos: await open("acionamentos"),
    gestao: await open("gestao"),
  };
}

const go = (page: Page, path: string) => page.goto(journey.stack.siteUrl + path);
const part = (of: Page | Locator, name: string) => of.getByRole("region", { name, exact: true });
const press = (of: Page | Locator, name: string) =>
  of.getByRole("button", { name, exact: true }).click();

/** Returns the visible label of a radio button without its count. */
const labelOf = (element: Element) => element.parentElement?.textContent.replace(/ \(.*/, "");

async function readDigest(page: Page): Promise<void> {
  const { stack } = journey;
  const { email } = demoMember("gestao");
  await sendDigest(stack, email);
  const { text } = await stack.mail(email, /dia|manhã|espera/i);
  const links = new Set(text.match(/\/admin\/[a-z-]+\?lista=[a-z-]+/g));
  for (const list of [
    "simulacoes?lista=decide",
    "contratos?lista=addresses",
    "contratos?lista=ending",
    "acionamentos?lista=staff",
  ])
    expect([...links]).toContain(`/admin/${list}`);
  const opened = new Set<string>();
  for (const link of links) {
    await go(page, link);
    const view = page.getByRole("radio", { checked: true });
    await expect(view).toHaveCount(1);
    opened.add(`${new URL(page.url()).pathname} ${await view.evaluate(labelOf)}`);
  }
  // Each line of the mail opens a view of its own.
  expect(opened.size).toBe(links.size);
}

async function decideRequest(page: Page): Promise<void> {
  await go(page, `/admin/simulacoes#${day.requestId}`);
  const article = page.getByRole("article", { name: "Rita Da Manhã" });
  await press(page, "Estou com este");
  await expect(page.getByText("Está com você")).toBeVisible();
  await approveWithConditions(page);
  await go(page, `/admin/simulacoes?lista=approved#${day.requestId}`);
  await expect(article.getByText("Aprovado", { exact: true })).toBeVisible();
  await expect(part(page, "Condições")).toContainText("À espera do aceite");
  const mail = await journey.stack.mail("rita.manha@exemplo.com.br", /Suas condições/);
  expect(mail.text).toContain("/acompanhar#");
}

/** Checks an address that a tenant gave, confirms an ending, and takes a contract for the afternoon. */
async function keepContracts(page: Page): Promise<void> {
  await go(page, "/admin/contratos?lista=addresses");
  await part(page, "E-mails a conferir")
    .getByRole("button", { name: "rosana@exemplo.com.br" })
    .click();
  const address = part(page, "E-mail escolhido");
  await address.getByLabel("Como você conferiu").fill("Ligamos para a imobiliária.");
  await press(address, "Conferi: fala pelo locador");
  await expect(toast(page, "E-mail conferido")).toBeVisible();

  await go(page, `/admin/contratos#${day.endingId}`);
  const detail = part(page, "Contrato escolhido");
  await press(part(detail, "Encerramento"), "Confirmar o encerramento");
  const dialog = page.getByRole("dialog", { name: /^Confirmar o encerramento/ });
  await dialog.getByLabel("Dia das chaves").fill(day.keysOn);
  await press(dialog, "Confirmar o encerramento");
  await expect(detail).toContainText("Chaves devolvidas em");

  await go(page, `/admin/contratos#${day.uncheckedId}`);
  await press(detail, "Estou com este");
  await expect(detail.getByText("Está com você")).toBeVisible();
}

/** Decides a claim above the limit, which waits for a second person, and one below it. */
async function decideClaims(page: Page): Promise<void> {
  const sheet = part(page, "Acionamento escolhido");
  await go(page, `/admin/acionamentos#${day.large.id}`);
  await press(sheet, "Aprovar tudo do item 1");
  await expect(sheet).toContainText("Outra pessoa da equipe confere");
  await press(sheet, "Enviar para a segunda conferência");
  await expect(sheet).toContainText("Você decidiu; outra pessoa da equipe precisa conferir");
  await expect(sheet.getByRole("button", { name: /Concordar/ })).toHaveCount(0);

  await go(page, `/admin/acionamentos#${day.small.id}`);
  await press(sheet, "Aprovar tudo do item 1");
  await press(sheet, "Decidir e avisar as partes");
  await expect(sheet).toContainText("A pagarR$ 4.000,00");
}

const chargeOf = async (claimId: string) => {
  const [row] = await journey.stack.sql`
    select id from public.charges where claim_id = ${claimId} and is_open`;
  return String(row?.["id"]);
};

const tokenSchema = z.object({ access_token: z.string() });

/** Tries what others may do: buttons and texts name them, and the server refuses a call without a button. */
async function tryMore(page: Page): Promise<void> {
  await expect(part(page, "Acionamento escolhido")).toContainText(
    /“Aprovar e pagar”. Quem tem: .*Fábio Rocha/,
  );
  await go(page, `/admin/contratos#${day.small.contractId}`);
  const cancel = page.getByRole("button", { name: "Cancelar contrato" });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  await expect(cancel).toHaveAccessibleDescription(
    /“Cuidar de contratos”. Quem tem: .*Caio Barros/,
  );
  await cancel.press("Enter");
  await expect(toast(page, "Não disponível para você")).toContainText("Caio Barros");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const { supabase } = journey.stack;
  const stored = await page.evaluate((key) => localStorage.getItem(key), staffStorageKey);
  const { access_token } = tokenSchema.parse(JSON.parse(String(stored)));
  const reply = await fetch(`${supabase.url}/rest/v1/rpc/approve_payout`, {
    method: "POST",
    headers: {
      apikey: supabase.publishableKey,
      authorization: `Bearer ${access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ charge_id: await chargeOf(day.small.id), version: 0 }),
  });
  expect(reply.status).toBe(403);
  expect(await reply.text()).toContain("Fábio Rocha");
}

/** Gives a member one more right on the team's screen. */
async function giveRight(page: Page, email: string, right: string): Promise<void> {
  await go(page, "/admin/equipe");
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: "Direitos" }).click();
  const dialog = page.getByRole("dialog", { name: /^Direitos de/ });
  await dialog.getByRole("checkbox", { name: right }).check();
  await press(dialog, "Salvar direitos");
  await expect(toast(page, "Direitos alterados")).toBeVisible();
  await expect(row).toContainText(right.toLowerCase());
}

async function agreeToClaim(page: Page): Promise<void> {
  await go(page, `/admin/acionamentos#${day.large.id}`);
  const sheet = part(page, "Acionamento escolhido");
  await press(sheet, "Concordar com a decisão");
  const dialog = page.getByRole("dialog", { name: "Concordar com a decisão?" });
  await expect(dialog).toContainText("Valor aprovadoR$ 6.000,00");
  await press(dialog, "Concordar e avisar as partes");
  await expect(sheet.getByText("Decidido, a pagar")).toBeVisible();
}

async function lowerLimit(page: Page): Promise<void> {
  await go(page, "/admin/limites");
  await page.getByLabel(/^Acima deste valor/).fill("3000");
  await press(page, "Salvar limites");
  await expect(toast(page, "Limites alterados")).toBeVisible();
  await expect(part(page, "Últimas mudanças")).toContainText(
    /Gilda Moraes.*de R\$\s5\.000,00 para R\$\s3\.000,00/,
  );
  await checkAccessibility(page);
}

/** Opens a payment of the list A pagar by its payee. */
async function openPayable(page: Page, list: string, payee: string): Promise<Locator> {
  await go(page, `/admin/a-pagar?lista=${list}`);
  await part(page, "A pagar").getByRole("button", { name: payee }).click();
  return part(page, payee);
}

async function book(page: Page, payable: Locator): Promise<void> {
  await press(payable, "Registrar pagamento");
  const dialog = page.getByRole("dialog", { name: "Registrar o pagamento feito" });
  await press(dialog, "Registrar");
  await expect(dialog).toBeHidden();
}

/** Approves the payment that the lower limit holds, and books the other, to which a second person agreed. */
async function approveAndPay(page: Page): Promise<void> {
  const approving = await openPayable(page, "approvals", day.small.landlord);
  await expect(approving).toContainText("outra pessoa da equipe precisa aprovar");
  await press(approving, "Aprovar o pagamento");
  await expect(toast(page, "Pagamento aprovado")).toBeVisible();
  const approved = await openPayable(page, "payouts", day.small.landlord);
  await expect(approved).toContainText("Aprovado por Fábio Rocha.");
  await expect(approved).toContainText("Quem aprovou este pagamento não o registra.");
  await expect(approved.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
  await checkAccessibility(page);
  await book(page, await openPayable(page, "payouts", day.large.landlord));
}

/** Books the payment that a colleague approved. The new right counts only with a second factor. */
async function payAfterSecondFactor(page: Page): Promise<void> {
  const payable = await openPayable(page, "payouts", day.small.landlord);
  await expect(payable).toContainText("duas etapas");
  await expect(payable.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
  await go(page, "/admin/seguranca");
  await enroll(page);
  await press(page, "Guardei os códigos");
  await book(page, await openPayable(page, "payouts", day.small.landlord));
}

/** Finds the refused call on the audit screen by person and outcome. */
async function readAudit(page: Page): Promise<void> {
  await go(page, "/admin/auditoria");
  await page.getByLabel("Pessoa").selectOption({ label: "Aline Prado" });
  await page.getByLabel("Resultado").selectOption({ label: "Recusadas" });
  const entry = part(page, "Registros").getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Recusada");
  await expect(entry).toContainText("Aline Prado");
  await checkAccessibility(page);
}

async function disable(page: Page, email: string): Promise<void> {
  await go(page, "/admin/equipe");
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: "Desativar" }).click();
  await expect(toast(page, "Acesso desativado")).toBeVisible();
  await expect(row).toContainText("Desativado");
}

describe("a team of five", () => {
  it(
    "works through a day in which no right and no second person is missed",
    async () => {
      const team = await openTeam();
      await readDigest(team.gestao);
      await decideRequest(team.analise);
      await keepContracts(team.contratos);
      await decideClaims(team.acionamentos);
      await tryMore(team.acionamentos);

      await giveRight(team.gestao, demoMember("analise").email, "Decidir acionamentos");
      await agreeToClaim(team.analise);
      await lowerLimit(team.gestao);
      await approveAndPay(team.financeiro);
      await giveRight(team.gestao, demoMember("analise").email, "Aprovar e pagar");
      await payAfterSecondFactor(team.analise);
      await readAudit(team.gestao);

      // The page of the disabled colleague is open. Their session ends, and their case returns to the pool.
      await disable(team.gestao, demoMember("contratos").email);
      await team.contratos.evaluate(() => dispatchEvent(new Event("visibilitychange")));
      await expect(toast(team.contratos, "Sua sessão terminou")).toBeVisible();
      await go(team.analise, `/admin/contratos#${day.uncheckedId}`);
      await expect(part(team.analise, "Contrato escolhido")).toContainText("Ninguém está com este");

      const { sql } = journey.stack;
      const paid = await sql`
        select paid.full_name as who, movement.amount::float from public.movements as movement
        join public.staff as paid on paid.user_id = movement.booked_by
        where movement.direction = 'out' order by movement.amount`;
      expect([...paid]).toEqual([
        { who: "Alice Nunes", amount: 4000 },
        { who: "Fábio Rocha", amount: 6000 },
      ]);
    },
    DAY_MS,
  );
});
