import type { Page } from "@playwright/test";
import { beforeAll, it } from "vitest";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { addSimulation, addStaff } from "../../support/pages/staff-data.ts";
import {
  createSession,
  type StoredSession,
  storeStaffSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
let first: StoredSession;
let second: StoredSession;

beforeAll(async () => {
  const { stack } = journey;
  first = await createSession(
    stack,
    await addStaff(stack, "active", ["read", "requests", "offers"]),
  );
  second = await createSession(stack, await addStaff(stack, "active", ["read", "requests"]));
});

async function openAs(
  session: StoredSession,
  hash: string,
  width = 1440,
  expectedErrors = [refusedByServer],
): Promise<Page> {
  const page = await journey.newPage({ width, expectedErrors });
  // Reduced motion keeps toasts from fading, because a half-faded toast would fail the contrast check.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await storeStaffSession(journey.stack, page, session);
  await page.goto(`${journey.stack.siteUrl}/admin/simulacoes${hash}`);
  return page;
}

it("a high rent is approved by two people, with the answer of a bureau and its file", async () => {
  const { stack } = journey;
  const email = "duas.pessoas@exemplo.com.br";
  const id = await addSimulation(stack, {
    full_name: "Aluguel Que Pesa",
    email,
    monthly_income: 4000,
    rental_value: 1800,
  });
  const page = await openAs(first, `#${id}`);
  const card = page.getByRole("article", { name: "Aluguel Que Pesa" });
  await expect(card).toContainText("Aluguel sobre a renda: 45%");
  const rules = card.getByRole("list", { name: "Regras da casa" });
  await expect(rules).toContainText("acima de 40% da renda, duas pessoas aprovam");
  await expect(rules).toContainText("dentro da regra, 18 anos ou mais");

  // The answer of a bureau, with its file.
  await card.getByRole("button", { name: "Registrar resposta" }).click();
  const record = page.getByRole("dialog", { name: "Registrar a resposta de um birô de crédito" });
  await record.getByRole("button", { name: "Registrar resposta" }).click();
  await expect(record.getByText("Informe de onde veio a resposta")).toBeVisible();
  await record.getByLabel("De onde veio").fill("Serasa");
  await record.getByLabel("Pontuação (opcional)").fill("1001");
  await record.getByRole("button", { name: "Registrar resposta" }).click();
  await expect(record.getByText("Informe um número inteiro de 0 a 1.000")).toBeVisible();
  await record.getByLabel("Pontuação (opcional)").fill("742");
  await record.getByLabel("Observação (opcional)").fill("Sem restrições");
  await record.getByLabel("Arquivo da resposta (opcional)").setInputFiles({
    name: "consulta.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(textPdf("Consulta", ["Pontuação 742"])),
  });
  await checkAccessibility(page);
  await record.getByRole("button", { name: "Registrar resposta" }).click();
  await expect(record).toBeHidden();
  const bureau = card.getByRole("region", { name: "Birôs de crédito" });
  await expect(bureau.getByRole("listitem")).toContainText("742 de 1.000 pontos");
  await bureau.getByRole("button", { name: /^Abrir o arquivo/ }).click();
  const viewer = page.getByRole("dialog", { name: /^Resposta de Serasa/ });
  await expect(viewer.getByRole("img")).toHaveAccessibleName(/Consulta/);
  await viewer.getByRole("button", { name: "Fechar" }).click();
  const views = await stack.sql`
    select details ->> 'kind' as kind from public.audit_trail
    where action = 'view-document' and subject_id = ${id}`;
  expect([...views]).toEqual([{ kind: "bureau" }]);

  // The first approval: the applicant gets no mail, and the request stays pending.
  await expect(card.getByRole("button", { name: "Aprovar com condições" })).toHaveCount(0);
  await card
    .getByLabel("Motivo da aprovação (opcional)")
    .selectOption("Reserva financeira comprovada");
  await card.getByRole("button", { name: "Aprovar como primeira pessoa" }).click();
  await expect(toast(page, "Aprovação registrada: falta outra pessoa")).toContainText(
    "Aluguel Que Pesa. Nenhum e-mail sai antes de outra pessoa aprovar.",
  );
  await expect(card.getByText("A sua aprovação espera por outra pessoa.")).toBeVisible();
  await checkAccessibility(page);
  await card.getByRole("button", { name: "Retirar minha aprovação" }).click();
  await expect(toast(page, "Aprovação retirada")).toContainText("Aluguel Que Pesa");
  await card.getByRole("button", { name: "Aprovar como primeira pessoa" }).click();
  await expect(card.getByText("A sua aprovação espera por outra pessoa.")).toBeVisible();
  const queued = await stack.sql`
    select template from public.outgoing_mail where recipient = ${email}`;
  expect([...queued]).toEqual([]);

  // The second person finds it in its list, on a phone.
  const other = await openAs(second, "?lista=second", 360);
  const lines = other.getByRole("region", { name: "Simulações" }).getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText("À espera de outra pessoa");
  await lines.getByRole("button").click();
  const same = other.getByRole("article", { name: "Aluguel Que Pesa" });
  await expect(same).toContainText("Motivo: Reserva financeira comprovada");
  await expect(same.getByRole("region", { name: "Birôs de crédito" })).toContainText("Serasa");
  await checkAccessibility(other);
  await same.getByRole("button", { name: "Aprovar e Enviar Email" }).click();
  await expect(toast(other, "Email de aprovação enviado com sucesso!")).toBeVisible();
  const mail = await stack.mail(email, /aprovad/i);
  expect(mail.text).not.toContain("Reserva financeira");
  await expect(card.locator("header").getByText("Aprovado", { exact: true })).toBeVisible();
  await expect(card.getByRole("heading", { name: "Aprovação", exact: true })).toBeVisible();
  await expect(card).toContainText("Segunda aprovação:");
});

it(
  "a wrong answer of a bureau is set aside, and a rejection begins with a prepared reason",
  { tags: ["full"] },
  async () => {
    const { stack } = journey;
    const email = "motivo.pronto@exemplo.com.br";
    const id = await addSimulation(stack, { full_name: "Recusada Com Motivo Pronto", email });
    await stack.sql`
    insert into private.bureau_answers (id, simulation_id, source, answered_on, score)
    values (gen_random_uuid(), ${id}, 'Boa Vista', private.today_in_brasilia(), 120)`;
    const page = await openAs(second, `#${id}`);
    const card = page.getByRole("article", { name: "Recusada Com Motivo Pronto" });
    const bureau = card.getByRole("region", { name: "Birôs de crédito" });
    await bureau.getByRole("button", { name: /^Pôr de lado/ }).click();
    const aside = page.getByRole("dialog", { name: /^Pôr de lado: Resposta de Boa Vista/ });
    await aside.getByLabel("Por que não vale").fill("A consulta foi feita com outro CPF");
    await checkAccessibility(page);
    await aside.getByRole("button", { name: "Pôr de lado" }).click();
    await expect(bureau).toContainText("Posta de lado");
    await expect(bureau).toContainText("A consulta foi feita com outro CPF");

    await card.getByRole("button", { name: "Rejeitar" }).click();
    const dialog = page.getByRole("dialog", { name: /^Rejeitar a simulação/ });
    await dialog.getByLabel("Começar com um texto pronto").selectOption("Documentos não chegaram");
    const reason = dialog.getByRole("textbox", { name: "Motivo da rejeição" });
    await expect(reason).toHaveValue(/^Os documentos pedidos não chegaram/);
    await reason.press("End");
    await reason.pressSequentially(" Até breve.");
    await dialog.getByRole("button", { name: "Rejeitar e enviar e-mail" }).click();
    const mail = await stack.mail(email, /simulação/i);
    expect(mail.text).toMatch(/documentos em mãos\.\s+Até\s+breve\./);
  },
);

it(
  "an answer of a bureau whose reply was lost is recorded once, with its file, by the next try",
  { tags: ["full"] },
  async () => {
    const { stack } = journey;
    const id = await addSimulation(stack, { full_name: "Resposta Perdida" });
    const page = await openAs(second, `#${id}`, 1440, [noConnection]);
    const card = page.getByRole("article", { name: "Resposta Perdida" });
    await card.getByRole("button", { name: "Registrar resposta" }).click();
    const record = page.getByRole("dialog", { name: "Registrar a resposta de um birô de crédito" });
    await record.getByLabel("De onde veio").fill("SPC Brasil");
    await record.getByLabel("Arquivo da resposta (opcional)").setInputFiles({
      name: "consulta.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(textPdf("Consulta", ["Sem registros"])),
    });
    await page.route(
      "**/rpc/record_bureau_answer",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const send = record.getByRole("button", { name: "Registrar resposta" });
    await send.click();
    await expect(record.getByRole("alert")).toContainText("A resposta não foi registrada");
    await send.click();
    await expect(toast(page, "Resposta registrada")).toContainText("SPC Brasil");
    const bureau = card.getByRole("region", { name: "Birôs de crédito" });
    await expect(bureau.getByRole("button", { name: /^Abrir o arquivo/ })).toHaveCount(1);
    await expect(bureau.getByRole("listitem")).toHaveCount(1);
  },
);
