// @module-tag full
import type { Locator, Page } from "@playwright/test";
import { afterEach, beforeAll, describe, it } from "vitest";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, noConnection, startJourney, toast } from "../../support/pages/journey.ts";
import { addSimulation, addStaff } from "../../support/pages/staff-data.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
let stack: FullStack;
let staff: StoredSession;

async function openQueue(session: StoredSession, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await storeStaffSession(stack, page, session);
  await page.goto(`${stack.siteUrl}/admin/simulacoes`);
  await expect(lines(page).first()).toBeVisible();
  return page;
}

const lines = (page: Page) =>
  page.getByRole("region", { name: "Simulações" }).getByRole("listitem");
const view = (page: Page, name: string) =>
  page.getByRole("group", { name: "Situação" }).getByText(name);

/** Adds requests that are due before all other requests. Returns the ids in the order of the due times. */
async function addUrgent(count: number, name: string, email = "fila"): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await addSimulation(stack, {
      full_name: `${name} ${index}`,
      email: `${email}${index}@exemplo.com.br`,
    });
    ids.push(id);
    await stack.sql`
      update public.simulations
      set created_at = now() - interval '3 days',
        answer_due_at = now() - interval '2 days' + ${index} * interval '1 minute'
      where id = ${id}`;
  }
  return ids;
}

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
});
afterEach(async () => {
  await stack.sql`update private.staff_settings set undo_seconds = 0`;
  await stack.sql`delete from public.simulations where full_name like 'Pessoa da Fila%'`;
});

/** Number of decisions, which is greater than the number of requests on one page of the queue. */
const decisions = 25;

describe("the queue", () => {
  it("is worked through page by page with the keyboard alone, each decision its own", async () => {
    const ids = await addUrgent(decisions, "Pessoa da Fila");
    const page = await openQueue(staff);
    await expect(lines(page).first()).toContainText("atrasado 2 dias");
    await expect(
      page.getByRole("article", { name: "Pessoa da Fila 0", exact: true }),
    ).toBeVisible();
    for (let index = 0; index < decisions; index += 1) {
      const article = page.getByRole("article", { name: `Pessoa da Fila ${index}`, exact: true });
      await expect(article.getByRole("button", { name: "Rejeitar" })).toBeEnabled();
      if (index % 10 === 9) {
        await page.keyboard.press("r");
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        await page.keyboard.press("Tab");
        // Shortcut keys only type letters while a text field has the focus, so no decision is made.
        await dialog.getByRole("textbox").focus();
        await page.keyboard.type("A renda é baixa para o aluguel; arquive. ajkru");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        // No key is a shortcut while a dialog is open.
        await expect(dialog).toHaveCount(0);
      } else {
        await page.keyboard.press("a");
      }
    }
    await expect
      .poll(async () => {
        const rows = await stack.sql`
          select id, status from public.simulations where id in ${stack.sql(ids)}`;
        const statuses = new Map(rows.map((row) => [row["id"], row["status"]]));
        return ids.map((id) => statuses.get(id));
      })
      .toEqual(ids.map((_, index) => (index % 10 === 9 ? "rejected" : "approved")));
    const mails = await stack.sql`
      select count(*)::integer as n from public.outgoing_mail
      where simulation_id in ${stack.sql(ids)}`;
    expect(mails[0]?.["n"]).toBe(decisions);
  }, 300_000);

  it("moves with j and k, searches with a slash and shows its keys", async () => {
    await addUrgent(3, "Pessoa da Fila");
    const page = await openQueue(staff);
    const article = (index: number) =>
      page.getByRole("article", { name: `Pessoa da Fila ${index}`, exact: true });
    await expect(article(0)).toBeVisible();
    await page.keyboard.press("j");
    await expect(article(1)).toBeVisible();
    await expect(page.getByRole("region", { name: "Simulação de Pessoa da Fila 1" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(article(2)).toBeVisible();
    await page.keyboard.press("k");
    await expect(article(1)).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("j");
    // Typing in the search field closes the open request. J and K are typed as letters here and do not work as
    // shortcuts.
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
    await page.keyboard.type("ka");
    await expect(page.getByRole("searchbox")).toHaveValue("jka");
    // The search starts some moments after the last key, so the test waits for its end before it clears the field.
    await expect(page.getByText("Nenhuma simulação encontrada")).toBeVisible();
    await page.getByRole("searchbox").fill("");
    await expect(article(0).getByRole("button", { name: "Pedir documentos" })).toBeVisible();
    await page.locator("main").focus();
    await page.keyboard.press("d");
    const asking = page.getByRole("dialog");
    await expect(asking.getByRole("option", { name: /^Envie uma foto nítida/ })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(asking).toHaveCount(0);
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Teclas de atalho" });
    await expect(sheet).toContainText("Desfazer a última decisão");
    await checkAccessibility(page);
    await sheet.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await page.keyboard.press("a");
    await page.reload();
    await expect(article(0)).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await expect(page.getByRole("button", { name: "Teclas de atalho: desligadas" })).toBeVisible();
    await expect(article(0)).toBeVisible();
    const decided = await stack.sql`
      select from public.simulations where full_name like 'Pessoa da Fila%' and status <> 'pending'`;
    expect(decided).toHaveLength(0);
  });

  it("shows a colleague's decision by itself", async () => {
    await addUrgent(2, "Pessoa da Fila");
    const colleague = await createSession(stack, await addStaff(stack, "active"));
    const [mine, theirs] = await Promise.all([openQueue(staff), openQueue(colleague)]);
    await expect(lines(theirs).first()).toContainText("Pessoa da Fila 0");
    // The shortcut key works only when the approve button is ready. The button becomes ready after the list has loaded.
    const approve = mine.getByRole("button", { name: "Aprovar e Enviar Email" });
    await expect(approve).toBeEnabled();
    await mine.keyboard.press("a");
    await expect(toast(mine, "Email de aprovação enviado com sucesso!")).toBeVisible();
    await expect(lines(theirs).first()).toContainText("Pessoa da Fila 1");
    const article = theirs.getByRole("article", { name: "Pessoa da Fila 0" });
    await expect(article.getByText("Aprovado", { exact: true })).toBeVisible();
    await expect(article.getByRole("button", { name: "Aprovar e Enviar Email" })).toHaveCount(0);
  });

  it("takes a decision back while its mail waits, with the key or the button", async () => {
    // The longest time, so that no step is too late on a busy machine.
    await stack.sql`update private.staff_settings set undo_seconds = 60`;
    const [first = "", second = ""] = await addUrgent(2, "Pessoa da Fila", "desfeita");
    const page = await openQueue(staff, { expectedErrors: [noConnection] });
    const article = page.getByRole("article", { name: "Pessoa da Fila 0" });
    const other = page.getByRole("article", { name: "Pessoa da Fila 1" });
    /** Approves a request with its key as soon as the request shows the button. */
    const approve = async (shown: Locator) => {
      await expect(shown.getByRole("button", { name: "Aprovar e Enviar Email" })).toBeEnabled();
      await page.keyboard.press("a");
    };
    const queuedMails = async () => {
      const [row] = await stack.sql`
        select count(*)::integer as n from public.outgoing_mail
        where simulation_id in (${first}, ${second})`;
      return row?.["n"];
    };
    await approve(article);
    const notice = toast(page, "Email de aprovação enviado com sucesso!");
    await expect(notice).toContainText("O e-mail sai em 60 segundos.");
    await expect(other).toBeVisible();
    await page.keyboard.press("u");
    await expect(toast(page, "Decisão desfeita")).toBeVisible();
    await approve(article);
    await expect(other).toBeVisible();
    await checkAccessibility(page);
    await notice.getByRole("button", { name: "Desfazer" }).click();
    await expect(toast(page, "Decisão desfeita")).toBeVisible();
    expect(await queuedMails()).toBe(0);

    // Both of the last two decisions can be undone, each by the name of its person.
    await approve(article);
    await approve(other);
    await expect(notice).toContainText("Pessoa da Fila 1. O e-mail sai em 60 segundos.");
    await notice.getByRole("button", { name: "Desfazer Pessoa da Fila 0" }).click();
    const undone = toast(page, "Decisão desfeita");
    await expect(undone).toContainText("Pessoa da Fila 0. Nenhum e-mail foi enviado.");
    // A call that fails undoes nothing, and the decision can be undone again.
    await page.route("**/rpc/undo_decision", (route) => route.abort(), { times: 1 });
    await undone.getByRole("button", { name: "Desfazer Pessoa da Fila 1" }).click();
    const failed = toast(page, "Erro ao desfazer: Pessoa da Fila 1");
    await failed.getByRole("button", { name: "Desfazer Pessoa da Fila 1" }).click();
    await expect(undone).toContainText("Pessoa da Fila 1. Nenhum e-mail foi enviado.");

    // The notice stays on another screen, and undoing there does not leave that screen.
    await approve(other);
    await expect(notice).toBeVisible();
    await page.getByRole("link", { name: /^Contratos/ }).click();
    await expect(page.getByRole("heading", { name: "Contratos", level: 1 })).toBeVisible();
    await notice.getByRole("button", { name: /^Desfazer/ }).click();
    await expect(undone).toContainText("Pessoa da Fila 1. Nenhum e-mail foi enviado.");
    await expect(page).toHaveURL(/\/admin\/contratos$/);
    expect(await queuedMails()).toBe(0);
    await stack.sql`update private.staff_settings set undo_seconds = 2`;
    // The address named the request that was undone last.
    await page.goto(`${stack.siteUrl}/admin/simulacoes`);
    await approve(article);
    await stack.mail("desfeita0@exemplo.com.br", /aprovad/i);
    const rows = await stack.sql`
      select id, status from public.simulations where id in (${first}, ${second}) order by full_name`;
    expect([...rows]).toEqual([
      { id: first, status: "approved" },
      { id: second, status: "pending" },
    ]);
  });

  it("shows the mail before it goes, without the link that opens the request", async () => {
    await addUrgent(1, "Pessoa da Fila");
    const page = await openQueue(staff);
    await page.getByRole("button", { name: "Ver o e-mail de aprovação" }).click();
    const preview = page.getByRole("dialog", { name: "E-mail de aprovação" });
    await expect(preview).toContainText("/acompanhar");
    await expect(preview).not.toContainText("/acompanhar#");
    await checkAccessibility(page);
    await preview.getByRole("button", { name: "Fechar" }).click();
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    const ready = dialog.getByLabel("Começar com um texto pronto");
    await ready.selectOption("Dados não confirmados");
    await expect(dialog.getByRole("textbox")).toHaveValue(/^Não conseguimos confirmar/);
    await dialog.getByRole("button", { name: "Ver o e-mail" }).click();
    await expect(dialog).toContainText(/Motivo:\s+> Não conseguimos confirmar/);
    await checkAccessibility(page);
  });

  it("goes from list to detail and back on a phone", async () => {
    await addUrgent(2, "Pessoa da Fila");
    const page = await openQueue(staff, { width: 320 });
    await expect(page.getByRole("article")).toBeHidden();
    await checkAccessibility(page);
    await lines(page).nth(1).getByRole("button").click();
    const article = page.getByRole("article", { name: "Pessoa da Fila 1" });
    await expect(article).toBeVisible();
    await expect(lines(page).first()).toBeHidden();
    await expect(article.getByRole("link", { name: "Falar pelo WhatsApp" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/55\d+\?text=Ol%C3%A1%2C%20Pessoa/,
    );
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Voltar à lista" }).click();
    await expect(lines(page).nth(1).getByRole("button")).toBeFocused();

    // The phone's back button also closes the detail. It would reopen the detail if the page's button, used above, had
    // left an entry in the browser's history.
    await lines(page).first().getByRole("button").click();
    await expect(lines(page).first()).toBeHidden();
    await page.goBack();
    await expect(lines(page).first().getByRole("button")).toBeFocused();
    await expect(page).toHaveURL(/\/admin\/simulacoes$/);
    await view(page, "Rejeitadas").click();
    await expect(lines(page)).toHaveCount(1);
  });
});
