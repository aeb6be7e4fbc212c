// @module-tag full
import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils/get-pix-payload-info";
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { z } from "zod";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { changeLedger, deleteContracts } from "../../../supabase/tests/support/delete-contracts.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { trackingLink } from "../../support/pages/offers.ts";
import { cpfs } from "../../support/pages/simulation-form.ts";
import { addSimulation } from "../../support/pages/staff-data.ts";
import { bringStatement } from "../../support/pages/staff-money.ts";
import {
  acceptConditions,
  linkOf,
  mailTo,
  openInQueue,
  sendConditions,
} from "../../support/pages/walk-request.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const today = formatShortDate(todayInBrasilia());
const applicant = { fullName: "Célia Paga em Três", email: "celia@exemplo.com.br", cpf: cpfs[0] };
/** Timeout of the whole plan. The test waits for two documents and nine mails. */
const WHOLE_PLAN_MS = 300_000;

beforeEach(async () => {
  const { sql } = journey.stack;
  await deleteContracts(sql);
  await sql`update private.staff_settings set undo_seconds = 0`;
});

/** Day of each reminder, counted from the due day, and words in the subject of its mail. */
const reminders = [
  [-3, "vence em"],
  [0, "vence hoje,"],
  [3, "venceu em"],
  [7, "venceu em"],
] as const;
const noon = `${todayInBrasilia()}T12:00:00-03:00`;

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const charge = (page: Page, title: string) =>
  part(page, "Cobranças").getByRole("listitem").filter({ hasText: title });

/** Returns the applicant's instalments with the contract's id and number. Due days have the format YYYY-MM-DD. */
async function plan() {
  const rows = await journey.stack.sql`
    select contract.id as "contractId", contract.contract_number as number, charge.id,
      charge.amount::float, charge.due_on::text as "dueOn"
    from public.charges as charge join public.contracts as contract on contract.id = charge.contract_id
    where contract.tenant_email = ${applicant.email} order by charge.instalment`;
  const instalment = z.object({
    contractId: z.string(),
    number: z.string(),
    id: z.string(),
    amount: z.number(),
    dueOn: z.string(),
  });
  return z.tuple([instalment, instalment, instalment]).parse([...rows]);
}

/** Simulates that days have passed by moving all dates of the plan into the past. */
const passDays = (days: number) =>
  changeLedger(
    journey.stack.sql,
    `update public.charges set due_on = due_on - ${days}, notice_on = notice_on - ${days},
      created_at = created_at - interval '${days} days'`,
    `update public.movements set moved_on = moved_on - ${days},
      booked_at = booked_at - interval '${days} days'`,
    `update public.contracts set fee_due_on = fee_due_on - ${days},
      start_date = start_date - ${days}, end_date = end_date - ${days},
      created_at = created_at - interval '${days} days'`,
  );

/** Books a bank statement with one line, which contains the Pix code of an instalment. */
async function bookFromStatement(page: Page, code: string, amount: number): Promise<void> {
  await page.goto(`${journey.stack.siteUrl}/admin/extrato`);
  const value = formatCurrency(amount).replace(/^R\$\s/, "");
  const csv = ["Data;Histórico;Valor", `${today};PIX RECEBIDO ${code} CELIA;${value}`];
  await bringStatement(page, `${code}.csv`, csv.join("\r\n"));
  await page.getByLabel("Nome da conta").fill("Conta das taxas");
  await page.getByRole("button", { name: "Conferir o extrato" }).click();
  const paid = part(page, "Pagam uma cobrança").getByRole("listitem");
  await expect(paid).toHaveCount(1);
  await checkBothWidths(page);
  await page.getByRole("button", { name: "Registrar 1 lançamento" }).click();
  await expect(toast(page, "1 lançamento registrado")).toBeVisible();
}

it(
  "a plan of three is offered, accepted, paid by its codes, and one late instalment is reminded, noticed and paid",
  async () => {
    const { stack } = journey;
    const { sql } = stack;
    const simulationId = await addSimulation(stack, {
      full_name: applicant.fullName,
      email: applicant.email,
      rental_value: 1800.5,
    });
    const staff = await openInQueue(journey, applicant, desk);

    // Staff offer three monthly Pix payments, whose amounts differ by a cent.
    await staff.getByRole("button", { name: "Aprovar com condições" }).click();
    const dialog = staff.getByRole("dialog", { name: /^Aprovar com condições/ });
    await dialog.getByLabel("Custo total do prazo").fill("1.700,00");
    await dialog.getByLabel("Parcelas").selectOption("Pix em 3 parcelas mensais");
    await dialog.getByLabel("Vencimento").fill(day(5));
    await checkBothWidths(staff);
    await sendConditions(staff, dialog, "Aprovar e enviar condições");

    // The applicant sees amounts and due days, and accepts.
    const page = await journey.newPage(phone);
    await page.goto(await trackingLink(stack, simulationId));
    const [months] = await sql`
      select (${day(5)}::date + interval '1 month')::date::text as second,
        (${day(5)}::date + interval '2 months')::date::text as third`;
    const days = [day(5), String(months?.["second"]), String(months?.["third"])].map((due) =>
      formatShortDate(due),
    );
    const conditions = part(page, "Suas condições");
    await expect(conditions).toContainText(`Parcela 1 de 3R$ 566,67, até ${days[0]}`);
    await expect(conditions).toContainText(`Parcela 2 de 3R$ 566,67, até ${days[1]}`);
    await expect(conditions).toContainText(`Parcela 3 de 3R$ 566,66, até ${days[2]}`);
    await checkBothWidths(page);
    await acceptConditions(page, applicant);
    await checkBothWidths(page);
    const [first, second, third] = await plan();
    const txid = first.number.replaceAll("-", "");

    // The contract's page has a Pix code for each instalment.
    await page.goto(
      await linkOf(journey, applicant, { subject: /pronto/, link: /https?:\S+\/nova-senha#\S+/ }),
    );
    await page.getByLabel("Sua senha").fill("tres-parcelas-2026");
    await page.getByRole("button", { name: "Criar senha e entrar" }).click();
    const money = page.getByRole("region", { name: "Pagamentos" });
    for (const [place, { amount, dueOn }] of [first, second, third].entries()) {
      await expect(money).toContainText(
        `A parcela ${place + 1} de 3 da taxa, de ${formatCurrency(amount)}, vence em ${formatShortDate(dueOn)}`,
      );
    }
    const codes = async () =>
      (await money.locator("code").allTextContents()).map((code) => getPixPayloadInfo(code.trim()));
    expect(await codes()).toMatchObject([
      { amount: 566.67, txid: `${txid}P01` },
      { amount: 566.67, txid: `${txid}P02` },
      { amount: 566.66, txid: `${txid}P03` },
    ]);
    await checkBothWidths(page);

    // The bank statement contains the payment of the first instalment, with the instalment's code.
    await bookFromStatement(staff, `${txid}P01`, first.amount);
    const received = await mailTo(journey, applicant, /^Recebemos o seu pagamento/);
    expect(received.text).toContain("parcela 1 de 3");
    await page.reload();
    await expect(money).toContainText(
      `A parcela 1 de 3 da taxa, de R$ 566,67, foi paga em ${today}`,
    );
    await expect(money).toContainText("Ao todo faltam R$ 1.133,33.");

    // The second instalment is not paid. The tenant gets four reminders about this instalment and none about the
    // others.
    const due = async () => (await plan())[1].dueOn;
    for (const [step, words] of reminders) {
      const [row] = await sql`select ${await due()}::date - private.today_in_brasilia() as ahead`;
      await passDays(Number(row?.["ahead"]) + step);
      await sql`select private.remind_of_fees(${noon}::timestamptz)`;
      const subject = `A parcela 2 de 3 da taxa da sua fiança ${words} ${formatShortDate(await due())}`;
      const mail = await mailTo(journey, applicant, new RegExp(`^${subject}$`));
      expect(mail.text).toMatch(/- Parcela: 2 de 3\n- Valor: R\$\s566,67\n/);
    }
    const reminded = async () =>
      (await stack.mails(applicant.email)).filter(({ subject }) =>
        subject.includes("taxa da sua fiança"),
      );
    expect(await reminded()).toHaveLength(reminders.length);
    await page.reload();
    const late = formatShortDate(await due());
    await expect(money).toContainText(`A parcela 2 de 3 da taxa, de R$ 566,67, venceu em ${late}`);
    await checkBothWidths(page);

    // Staff warn the tenant that the contract may end because of the oldest overdue instalment.
    await staff.goto(`${stack.siteUrl}/admin/pagamentos`);
    await part(staff, "Recebimentos").getByRole("button", { name: applicant.fullName }).click();
    await expect(staff.getByRole("button", { name: "Avisar do encerramento" })).toHaveCount(1);
    await checkBothWidths(staff);
    await charge(staff, "Taxa 2 de 3")
      .getByRole("button", { name: "Avisar do encerramento" })
      .click();
    const notice = staff.getByRole("dialog", { name: "Avisar do encerramento" });
    await expect(notice).toContainText("Taxa 2 de 3: faltam R$ 566,67.");
    await checkBothWidths(staff);
    await notice.getByRole("button", { name: "Avisar o locatário" }).click();
    await expect(toast(staff, "Locatário avisado")).toBeVisible();
    const last = formatShortDate(day(10));
    const warned = `sem o pagamento até ${last}, o contrato pode ser encerrado`;
    await expect(charge(staff, "Taxa 2 de 3")).toContainText(warned);
    await checkBothWidths(staff);
    const told = await mailTo(journey, applicant, /^Aviso: a sua fiança pode ser encerrada/);
    expect(told.subject).toContain(last);
    expect(told.text).toContain(
      `A parcela 2 de 3 da taxa do contrato ${first.number} venceu em ${late}`,
    );
    await page.reload();
    await expect(money).toContainText(`Sem o pagamento até ${last}, a fiança pode ser encerrada`);
    await checkBothWidths(page);

    // The tenant pays after the warning, so the contract continues after the last day to pay.
    await bookFromStatement(staff, `${txid}P02`, second.amount);
    await passDays(11);
    await page.reload();
    await expect(money).toContainText("A parcela 2 de 3 da taxa, de R$ 566,67, foi paga em ");
    await expect(money).not.toContainText("Sem o pagamento até");
    expect(await codes()).toMatchObject([{ amount: 566.66, txid: `${txid}P03` }]);
    await checkBothWidths(page);
    await staff.goto(`${stack.siteUrl}/admin/contratos#${first.contractId}`);
    await expect(charge(staff, "Taxa 2 de 3")).toContainText("FaltaR$ 0,00");
    await expect(charge(staff, "Taxa 2 de 3")).not.toContainText("o contrato pode ser encerrado");
    await expect(part(staff, "Pagamentos")).toContainText("A receberR$ 566,66RecebidoR$ 1.133,34");
    await expect(
      staff.getByRole("button", { name: "Encerrar por falta de pagamento" }),
    ).toHaveCount(0);
    await checkBothWidths(staff);
    expect(await callAsStaff(stack, "close_unpaid", { charge_id: second.id })).toEqual({
      changed: false,
      why: "not-overdue",
    });
    await staff.goto(`${stack.siteUrl}/admin/pagamentos`);
    await expect(part(staff, "Recebimentos")).toContainText("Nada por aqui");
    expect(await reminded()).toHaveLength(reminders.length);
  },
  WHOLE_PLAN_MS,
);
