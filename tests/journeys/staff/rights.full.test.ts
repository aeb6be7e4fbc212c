// @module-tag full
import type { Locator, Page } from "@playwright/test";
import { beforeAll, describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { closeToast, expect, startJourney, toast } from "../../support/pages/journey.ts";
import { addSimulation, addStaff } from "../../support/pages/staff-data.ts";
import { addOwedFee } from "../../support/pages/staff-money.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
let reader: StoredSession;

beforeAll(async () => {
  const { stack } = journey;
  reader = await createSession(stack, await addStaff(stack, "active", ["read"]));
});

async function openAsReader(path: string, width = 1440): Promise<Page> {
  const page = await journey.newPage({ width });
  await storeStaffSession(journey.stack, page, reader);
  await page.goto(journey.stack.siteUrl + path);
  return page;
}

/** Expects buttons that look unavailable and whose description names the missing right. */
async function expectLocked(place: Page | Locator, right: string, names: readonly string[]) {
  for (const name of names) {
    const button = place.getByRole("button", { name });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(new RegExp(`“${right}”. Quem tem: \\w`));
  }
}

describe("a member who may only read", () => {
  it("reads at a request who may decide it, and no shortcut acts", async () => {
    const { stack } = journey;
    const id = await addSimulation(stack, { full_name: "Lida Por Quem Consulta" });
    const page = await openAsReader(`/admin/simulacoes#${id}`);
    const article = page.getByRole("article", { name: "Lida Por Quem Consulta" });
    await expectLocked(article, "Decidir pedidos", [
      "Aprovar e Enviar Email",
      "Rejeitar",
      "Pedir documentos",
      "Corrigir dados",
    ]);
    await expectLocked(article, "Fazer condições", ["Aprovar com condições"]);
    await checkAccessibility(page);
    for (const [key, right] of [
      ["a", "Decidir pedidos"],
      ["o", "Fazer condições"],
      ["d", "Decidir pedidos"],
      ["r", "Decidir pedidos"],
    ] as const) {
      await page.keyboard.press(key);
      await closeToast(page, "Não disponível para você", right);
    }
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const [row] = await stack.sql`select status from public.simulations where id = ${id}`;
    expect(row?.["status"]).toBe("pending");
  });

  it("reads at a contract who may change it and who may book its payments", async () => {
    const id = await addOwedFee(journey.stack, {
      number: "PF-2026-00000000F1",
      tenant: "Contrato Lido",
      fee: 900,
    });
    const page = await openAsReader(`/admin/contratos#${id}`, 360);
    const detail = page.getByRole("region", { name: "Contrato escolhido" });
    await expectLocked(detail, "Cuidar de contratos", [
      "Reenviar acesso",
      "Abrir pedido de encerramento",
      "Cancelar contrato",
      "Corrigir dados",
      "Cadastrar o locador",
      "Anexar PDF",
    ]);
    await expectLocked(detail, "Lançar pagamentos", ["Registrar pagamento"]);
    // The form for a landlord's address is replaced by the reason.
    await expect(detail.getByLabel("Novo e-mail do locador")).toHaveCount(0);
    await checkAccessibility(page);
    await detail.getByRole("button", { name: "Registrar pagamento" }).press("Enter");
    await expect(toast(page, "Não disponível para você")).toContainText("Fábio Rocha");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  it("reads who may correct the address of a parked mail, and who may take an approval back", async () => {
    const { stack } = journey;
    const id = await addSimulation(stack, {
      full_name: "Aprovada Que Volta",
      email: "torta@exemplo.com.br",
      status: "approved",
      reviewed_at: new Date().toISOString(),
    });
    await stack.sql`
      insert into public.outgoing_mail
        (template, recipient, payload, idempotency_key, status, attempts, last_error, simulation_id)
      values ('simulation-approved', 'torta@exemplo.com.br', '{}', 'test:torta', 'parked', 1,
        'EENVELOPE 550', ${id})`;
    const mails = await openAsReader("/admin/emails");
    await expectLocked(mails, "Decidir pedidos", ["Corrigir e-mail"]);
    await expectLocked(mails, "Cuidar de contratos", ["Dispensar", "Reenviar"]);
    await mails.keyboard.press("j");
    await expect(mails.getByRole("link", { name: /^Abrir PS-/ })).toBeFocused();
    await checkAccessibility(mails);
    const page = await openAsReader(`/admin/simulacoes#${id}`);
    await expectLocked(page, "Decidir pedidos", ["Voltar a analisar"]);
  });

  it("reads on the screens of money who may import and export", async () => {
    const statement = await openAsReader("/admin/extrato");
    await expect(statement.getByText("Falta o direito “Lançar pagamentos”.")).toBeVisible();
    await expect(statement.getByLabel("Arquivo do banco")).toHaveCount(0);
    await checkAccessibility(statement);
    const payables = await openAsReader("/admin/a-pagar");
    await expectLocked(payables, "Aprovar e pagar", ["Baixar CSV para o banco"]);
    const received = await openAsReader("/admin/pagamentos");
    await received.getByText("Recebidos", { exact: true }).click();
    await expectLocked(received, "Gerir a empresa", ["Baixar CSV para a contabilidade"]);
  });
});
