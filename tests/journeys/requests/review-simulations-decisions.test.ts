import type { Locator, Page, Route } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { addSimulation, addStaff } from "../../support/pages/staff-data.ts";
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
let staff: StoredSession;

/** Opens the review area with a staff session. When `session` is missing, nobody is signed in. */
async function openReview(session?: StoredSession, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  if (session) await storeStaffSession(stack, page, session);
  await page.goto(`${stack.siteUrl}/admin/simulacoes`);
  return page;
}

const card = (page: Page, name: string): Locator => page.getByRole("article", { name });
const line = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Simulações" }).getByRole("button", { name });

/** Opens a simulation from the list of all simulations, because the default list omits decided ones. */
async function open(page: Page, name: string): Promise<Locator> {
  await page.getByText("Todas").click();
  await line(page, name).click();
  return card(page, name);
}
const approve = (of: Locator) => of.getByRole("button", { name: "Aprovar e Enviar Email" });
const reject = (of: Locator) => of.getByRole("button", { name: "Rejeitar" });

const approvals = "**/functions/v1/send-approval-email";

/** Returns a handler of calls that keeps them from the server until `release` is called. */
function holdCalls() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    release: () => release(),
    async wait(route: Route) {
      await released;
      await route.continue();
    },
  };
}

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
});

describe("the review", () => {
  it("sends an approval once, with a spinner, and the applicant gets the e-mail", async () => {
    await addSimulation(stack, { full_name: "Aprovada Uma Vez", email: "aprovada@exemplo.com.br" });
    const page = await openReview(staff);
    const own = await open(page, "Aprovada Uma Vez");
    const held = holdCalls();
    await page.route(approvals, held.wait);
    await approve(own).press("Enter");
    await expect(approve(own)).toBeDisabled();
    await expect(approve(own).locator(".loading")).toBeVisible();
    held.release();
    await expect(page.getByText("Email de aprovação enviado com sucesso!")).toBeVisible();
    await expect(own.getByText("Aprovado", { exact: true })).toBeVisible();
    await expect(approve(own)).toHaveCount(0);
    await expect(own).toBeFocused();
    await checkAccessibility(page);
    const mail = await stack.mail("aprovada@exemplo.com.br", /aprovad/i);
    expect(mail.text).toContain("Sua simulação foi aprovada!");
  });

  it("refuses to approve data that were corrected after they were shown, and shows the new ones", async () => {
    const id = await addSimulation(stack, { full_name: "Corrigida Enquanto Lida" });
    const page = await openReview(staff, { expectedErrors: [/status of 409/] });
    const own = await open(page, "Corrigida Enquanto Lida");
    await expect(approve(own)).toBeVisible();
    await stack.sql`
      select private.apply_correction(
        request, gen_random_uuid(), 0, '{"rental_value": 2345}', null, ${"a".repeat(64)}
      ) from public.simulations as request where id = ${id}`;
    await approve(own).click();
    await expect(
      page.getByText(
        "Os dados deste pedido foram corrigidos. Confira os dados novos e decida de novo.",
      ),
    ).toBeVisible();
    await expect(own.getByText("R$ 2.345,00").first()).toBeVisible();
    const [kept] = await stack.sql`select status from public.simulations where id = ${id}`;
    expect(kept).toEqual({ status: "pending" });
    await approve(own).click();
    await expect(own.getByText("Aprovado", { exact: true })).toBeVisible();
  });

  it("makes one decision and one e-mail of two people's clicks", { tags: ["full"] }, async () => {
    const id = await addSimulation(stack, {
      full_name: "Disputada Por Dois",
      email: "disputada@exemplo.com.br",
    });
    const colleague = await createSession(stack, await addStaff(stack, "active"));
    const pages = await Promise.all([openReview(staff), openReview(colleague)]);
    // The calls wait until both people have clicked. Otherwise the first decision could remove the second button.
    const held = holdCalls();
    for (const page of pages) {
      await page.route(approvals, held.wait);
      await expect(approve(await open(page, "Disputada Por Dois"))).toBeVisible();
    }
    await Promise.all(pages.map((page) => approve(card(page, "Disputada Por Dois")).click()));
    held.release();
    const notices = await Promise.all(
      pages.map((page) => page.locator(".toaster > .alert").innerText()),
    );
    for (const page of pages) {
      // The card also lists the person's other requests, each with its status.
      const header = card(page, "Disputada Por Dois").locator("header");
      await expect(header.getByText("Aprovado")).toBeVisible();
    }
    expect(notices.filter((text) => text.includes("enviado com sucesso!"))).toHaveLength(1);
    expect(notices.filter((text) => text.includes("já tinha sido aprovada"))).toHaveLength(1);
    await stack.mail("disputada@exemplo.com.br", /aprovad/i);
    const [mails] = await stack.sql`
      select count(*)::integer from public.outgoing_mail
      where simulation_id = ${id} and template = 'simulation-approved'`;
    expect(mails?.["count"]).toBe(1);
  });

  it("asks for the reason of a rejection, which the applicant reads", async () => {
    await addSimulation(stack, { full_name: "Rejeitada Com Motivo", email: "nao@exemplo.com.br" });
    const page = await openReview(staff, { width: 360 });
    const own = await open(page, "Rejeitada Com Motivo");
    await reject(own).press("Enter");
    const dialog = page.getByRole("dialog", {
      name: "Rejeitar a simulação de Rejeitada Com Motivo",
    });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    // The page removes the dialog from the document after the browser has closed it and moved the focus back.
    await expect(page.locator("dialog", { hasText: "Rejeitar a simulação" })).toHaveCount(0);
    await expect(reject(own)).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Rejeitar e enviar e-mail" }).click();
    await expect(dialog.getByText("Informe o motivo da rejeição")).toBeVisible();
    const reason = dialog.getByRole("textbox", { name: "Motivo da rejeição" });
    await expect(reason).toBeFocused();
    await checkAccessibility(page);
    await reason.fill("A renda informada não cobre o aluguel.");
    await dialog.getByRole("button", { name: "Rejeitar e enviar e-mail" }).click();
    await expect(page.getByText("E-mail de rejeição enviado com sucesso!")).toBeVisible();
    await expect(own.getByText("Rejeitado")).toBeVisible();
    await expect(own.getByText("A renda informada não cobre o aluguel.")).toBeVisible();
    const mail = await stack.mail("nao@exemplo.com.br", /simulação/i);
    expect(mail.text).toContain("A renda informada não cobre o aluguel.");
  });
});

describe("an outage of the database", () => {
  it(
    "makes a decision fail without changes, and the list offers a retry",
    { tags: ["full"] },
    async () => {
      await addSimulation(stack, { full_name: "Durante A Queda", email: "queda@exemplo.com.br" });
      const page = await openReview(staff, { expectedErrors: whileDown });
      const own = await open(page, "Durante A Queda");
      await expect(approve(own)).toBeVisible();
      mayPrint(...databaseOutage);
      await stack.supabase.database.stop();
      await approve(own).click();
      await expect(page.getByText("Erro ao enviar email de aprovação")).toBeVisible();
      await expect(approve(own)).toBeEnabled();
      await reject(own).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill("Renda insuficiente.");
      await dialog.getByRole("button", { name: "Rejeitar e enviar e-mail" }).click();
      await expect(dialog.getByText("A simulação não foi rejeitada.")).toBeVisible();
      await expect(dialog.getByRole("textbox")).toHaveValue("Renda insuficiente.");
      await dialog.getByRole("button", { name: "Cancelar" }).click();
      await page.getByText("Aprovadas").click();
      await expect(page.getByText("Erro ao carregar simulações")).toBeVisible();
      await expect(
        page.getByRole("heading", { name: "Não foi possível carregar as simulações" }),
      ).toBeVisible();
      await checkAccessibility(page);
      await stack.supabase.database.start();
      await page.getByRole("button", { name: "Tentar novamente" }).click();
      await expect(line(page, "Diego Martins Araújo")).toBeVisible();
      const rows = await stack.sql`
      select status from public.simulations where full_name = 'Durante A Queda'`;
      expect([...rows]).toEqual([{ status: "pending" }]);
      expect(await stack.mails("queda@exemplo.com.br")).toEqual([]);
    },
  );
});
