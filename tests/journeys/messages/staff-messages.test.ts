import type { Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import { z } from "zod";
import { contactMessageRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { FullStack } from "../../support/stacks/full-stack.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

/** Schema of the part of the site's readiness response that the test reads. */
const readinessSchema = z.looseObject({ content: z.looseObject({ from: z.literal("live") }) });

const journey = startJourney();
let stack: FullStack;
let staff: StoredSession;

async function openStaffPage(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await journey.newPage(options);
  await storeStaffSession(stack, page, staff);
  await page.goto(stack.siteUrl + path);
  return page;
}

const list = (page: Page) => page.getByRole("region", { name: "Mensagens", exact: true });
const row = (page: Page, name: string) => list(page).getByRole("button", { name });
const detail = (page: Page) => page.getByRole("region", { name: "Mensagem escolhida" });

beforeAll(async () => {
  ({ stack } = journey);
  staff = await createSession(stack, stack.supabase.accounts.staff);
});

describe("messages of the contact form", () => {
  it("wait for an answer, are marked with a name, and may wait again", async () => {
    const message = contactMessageRow({
      name: "Quer Saber",
      subject: "Quanto custa & como pago?",
      message: "Bom dia!\nQuanto custa?",
    });
    await stack.sql`insert into public.contact_messages ${stack.sql(message)}`;
    const page = await openStaffPage("/admin/mensagens");
    await row(page, "Quer Saber").press("Enter");
    await expect(detail(page)).toBeFocused();
    await expect(detail(page).getByRole("link", { name: "Responder por e-mail" })).toHaveAttribute(
      "href",
      "mailto:beatriz@exemplo.com.br?subject=Re%3A%20Quanto%20custa%20%26%20como%20pago%3F",
    );
    await checkAccessibility(page);
    await detail(page).getByRole("button", { name: "Marcar como respondida" }).click();
    await expect(page.getByText("Mensagem respondida")).toBeVisible();
    await expect(row(page, "Quer Saber")).toHaveCount(0);
    await expect(detail(page)).toContainText("respondida por Equipe Payser");
    await page.getByText("Respondidas", { exact: true }).click();
    await expect(row(page, "Quer Saber")).toBeVisible();
    await detail(page).getByRole("button", { name: "Reabrir" }).click();
    await expect(page.getByText("Mensagem reaberta")).toBeVisible();
    await page.getByText("Todas", { exact: true }).click();
    await expect(row(page, "Quer Saber")).toContainText("A responder");
    await checkAccessibility(page);
  });

  it("fit a phone, and an empty list says so", { tags: ["full"] }, async () => {
    await stack.sql`delete from public.contact_messages`;
    const page = await openStaffPage("/admin/mensagens", { width: 320 });
    await expect(page.getByText("Nenhuma mensagem aqui")).toBeVisible();
    await checkAccessibility(page);
    const message = contactMessageRow({ subject: "Assunto".repeat(17) });
    await stack.sql`insert into public.contact_messages ${stack.sql(message)}`;
    await page.reload();
    await list(page).getByRole("button").click();
    await expect(detail(page).getByRole("heading", { name: "Histórico" })).toBeVisible();
    await checkAccessibility(page);
  });
});

describe("a parked e-mail", () => {
  it("is shown with its reason, and goes out when it is sent again", async () => {
    await stack.sql`
      insert into public.outgoing_mail
        (template, recipient, payload, idempotency_key, status, attempts, last_error)
      values ('staff-released', 'parado@payser.example', '{"email": "parado@payser.example"}',
        'test:parado', 'parked', 8, '550 caixa cheia')`;
    const page = await openStaffPage("/admin/emails", { width: 320 });
    const panel = page.getByRole("region", { name: "1 e-mail não foi entregue" });
    await expect(panel).toContainText("Equipe: conta liberada para parado@payser.example");
    await expect(panel).toContainText("550 caixa cheia");
    await checkAccessibility(page);
    await panel.getByRole("button", { name: "Reenviar" }).press("Enter");
    await expect(page.getByText("E-mail colocado de volta na fila")).toBeVisible();
    await expect(page.getByText("Nenhum e-mail parado")).toBeVisible();
    await checkAccessibility(page);
    await stack.mail("parado@payser.example", /liberad/i);
  });

  it("is dismissed with a reason when nobody needs it any more", async () => {
    await stack.sql`
      insert into public.outgoing_mail
        (template, recipient, payload, idempotency_key, status, attempts, last_error)
      values ('staff-released', 'dispensado@payser.example', '{"email": "dispensado@payser.example"}',
        'test:dispensado', 'parked', 1, 'ERECIPIENT 550')`;
    const page = await openStaffPage("/admin/emails", { width: 320 });
    await page.getByRole("button", { name: "Dispensar o e-mail para dispensado" }).click();
    const dialog = page.getByRole("dialog", { name: "Dispensar o e-mail?" });
    await dialog.getByRole("button", { name: "Dispensar" }).click();
    await expect(dialog).toContainText("Informe o motivo");
    await checkAccessibility(page);
    await dialog.getByLabel("Motivo").fill("Conta duplicada");
    await dialog.getByRole("button", { name: "Dispensar" }).click();
    await expect(page.getByText("E-mail dispensado")).toBeVisible();
    await expect(page.getByText("Nenhum e-mail parado")).toBeVisible();
  });
});

/** Opens a page whose clock the test controls. `poll` advances the clock, so that the page asks the server again. */
async function openPolledPage(path: string) {
  const page = await openStaffPage(path);
  await page.clock.install();
  await page.reload();
  return { page, nav: page.getByRole("banner"), poll: () => page.clock.fastForward(30_000) };
}

describe("delayed mail", () => {
  it("is reported beside the waiting items while it lasts", { tags: ["full"] }, async () => {
    await stack.sql`
      insert into public.outgoing_mail
        (template, recipient, idempotency_key, attempts, created_at, next_attempt_at)
      values ('staff-released', 'lenta@payser.example', 'test:lenta', 3, '2026-01-05 12:30:00Z',
        now() + interval '1 hour')`;
    const { page, nav, poll } = await openPolledPage("/admin/mensagens");
    await expect(nav).toContainText("E-mails esperam envio desde 5 de janeiro de 2026 às 09:30");
    await checkAccessibility(page);
    // The mail is now only one minute old and therefore not late.
    await stack.sql`
      update public.outgoing_mail set created_at = now() - interval '1 minute'
      where idempotency_key = 'test:lenta'`;
    await poll();
    await expect(nav.getByText("E-mails esperam")).toHaveCount(0);
    await stack.sql`delete from public.outgoing_mail where idempotency_key = 'test:lenta'`;
  });
});

describe("stale content of the site", () => {
  it("is reported with its age while it lasts", { tags: ["full"] }, async () => {
    const { page, nav, poll } = await openPolledPage("/admin/mensagens");
    await page.route("**/saude/pronto", async (route) => {
      const response = await route.fetch();
      const state = readinessSchema.parse(await response.json());
      const content = { ...state.content, from: "cache", since: "2026-01-05T12:30:00.000Z" };
      await route.fulfill({ response, json: { ...state, content } });
    });
    await page.reload();
    await expect(nav).toContainText(
      "O site está sem contato com o conteúdo desde 5 de janeiro de 2026 às 09:30: mostra o último que leu",
    );
    await checkAccessibility(page);
    await page.unroute("**/saude/pronto");
    await poll();
    await expect(nav.getByText("sem contato")).toHaveCount(0);
  });
});

describe("a letter and a receipt that could not be made", () => {
  it(
    "are shown with their reason, and the letter goes back into the queue",
    { tags: ["full"] },
    async () => {
      const id = await addContract(stack, { contract_number: "PF-2026-00AA11BB22" });
      await stack.sql`
      insert into public.document_jobs (contract_id, status, attempts, last_error)
      values (${id}, 'parked', 1, 'LETTER landlordName 你')`;
      await stack.sql`
      insert into private.undrawn_documents (contract_id, document_name, error)
      values (${id}, 'Recibo RC-2026-00000011', 'LETTER payee 😀')`;
      const page = await openStaffPage("/admin/emails", { width: 320 });
      const panel = page.getByRole("region", { name: "2 documentos não foram feitos" });
      await expect(panel).toContainText("Carta e contrato do contrato PF-2026-00AA11BB22");
      await expect(panel).toContainText(
        "O nome do locador contém “你”, que o documento não consegue",
      );
      await expect(panel).toContainText("Recibo RC-2026-00000011 do contrato PF-2026-00AA11BB22");
      await checkAccessibility(page);
      const again = panel.getByRole("button", { name: "Fazer de novo a carta" });
      await again.press("Enter");
      await expect(page.getByText("Documentos de volta na fila")).toBeVisible();
      await expect(panel).toHaveCount(0);
      const [job] = await stack.sql`
      select status from public.document_jobs where contract_id = ${id}`;
      expect(job?.["status"]).not.toBe("parked");
    },
  );
});
