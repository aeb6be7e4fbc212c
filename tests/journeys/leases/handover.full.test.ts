// @module-tag full
import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { openClaimOn } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const landlord = "locador-das-chaves@exemplo.com.br";
const today = todayInBrasilia();
const yesterday = addDays(today, -1);

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.rate_limits`;
  await sql`delete from public.contract_endings`;
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${landlord}, 'staff', now() from public.contracts where id = ${await contractId()}
    on conflict do nothing`;
});

async function contractId(): Promise<string> {
  const [row] = await journey.stack.sql`
    select id from public.contracts where contract_number = ${demoContract(journey.stack).contractNumber}`;
  return String(row?.["id"]);
}

async function openContract(): Promise<Page> {
  const { stack } = journey;
  const page = await journey.newPage(phone);
  await openContractPage(stack, page, demoContract(stack));
  return page;
}

/** Asks for the end of the contract as its landlord, with the day of the keys. */
async function askAsLandlord(keysOn: string): Promise<void> {
  await journey.stack.sql`
    select private.ask_ending_of(
      contract, 'landlord', ${landlord}, gen_random_uuid(), 'moved-out', null, ${keysOn}, false
    )
    from public.contracts as contract where id = ${await contractId()}`;
}

const statements = async () => [
  ...(await journey.stack.sql`
    select side, keys_on::text as day, proof_path is not null as "hasProof"
    from public.handover_statements order by side`),
];

it("a tenant states another day than the landlord, with the receipt of the keys", async () => {
  await askAsLandlord(yesterday);
  const page = await openContract();
  const ending = page.getByRole("region", { name: "Encerramento do contrato" });
  await expect(ending).toContainText("O locador pediu o encerramento deste contrato.");
  await expect(ending).toContainText(
    `O dia informado para a devolução das chaves é ${formatShortDate(yesterday)}.`,
  );
  // The request is the landlord's, and a receipt needs a day of the tenant's own.
  await expect(ending.getByRole("button", { name: "Retirar o pedido" })).toHaveCount(0);
  await expect(ending.getByLabel("Enviar o recibo das chaves")).toHaveCount(0);
  await checkAccessibility(page);

  await ending.getByRole("button", { name: "Informar outro dia" }).click();
  const dialog = page.getByRole("dialog", { name: "Em que dia as chaves foram devolvidas?" });
  await dialog.getByRole("button", { name: "Enviar o dia" }).click();
  await expect(dialog.getByText("Informe o dia da entrega das chaves").last()).toBeVisible();
  await dialog.getByLabel("Entrega das chaves").fill(today);
  await dialog.getByLabel("Conte mais (opcional)").fill("Entreguei na portaria.");
  await checkAccessibility(page);
  await dialog.getByRole("button", { name: "Enviar o dia" }).click();
  await expect(ending).toContainText("Recebemos o dia que você informou.");
  await expect(ending).toContainText("As partes informaram dias diferentes.");
  await expect(ending).toContainText(`Você: ${formatShortDate(today)}`);
  await expect(ending).toContainText(`Locador: ${formatShortDate(yesterday)}`);
  await page.getByLabel("Enviar o recibo das chaves").setInputFiles({
    name: "recibo.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(textPdf("Recibo", ["As chaves foram entregues hoje."])),
  });
  await expect(ending).toContainText("com recibo das chaves");
  await checkAccessibility(page);
  expect(await statements()).toEqual([
    { side: "landlord", day: yesterday, hasProof: false },
    { side: "tenant", day: today, hasProof: true },
  ]);
});

it("a tenant agrees to the landlord's day with one click, until the days to answer have passed", async () => {
  const { sql } = journey.stack;
  await askAsLandlord(yesterday);
  const page = await openContract();
  const ending = page.getByRole("region", { name: "Encerramento do contrato" });
  await ending.getByRole("button", { name: `Foi em ${formatShortDate(yesterday)}` }).click();
  await expect(ending).toContainText("O pedido está com a nossa equipe");
  expect(await statements()).toEqual([
    { side: "landlord", day: yesterday, hasProof: false },
    { side: "tenant", day: yesterday, hasProof: false },
  ]);
  // The page was loaded before the last day to answer had passed.
  await sql`update public.contract_endings set answer_until = private.today_in_brasilia() - 1`;
  await ending.getByRole("button", { name: "Informar outro dia" }).click();
  const dialog = page.getByRole("dialog", { name: "Em que dia as chaves foram devolvidas?" });
  await dialog.getByLabel("Entrega das chaves").fill(today);
  await dialog.getByRole("button", { name: "Enviar o dia" }).click();
  await expect(dialog).toBeHidden();
  await expect(ending).toContainText("O prazo para informar outro dia já passou.");
  await expect(ending.getByRole("button", { name: "Informar outro dia" })).toHaveCount(0);
  expect(await statements()).toMatchObject([{ day: yesterday }, { day: yesterday }]);
});

it("an ending is asked for although a claim is open, when the lease never began", async () => {
  const { sql } = journey.stack;
  const { protocol } = await openClaimOn(journey.stack, await contractId(), { address: landlord });
  const page = await openContract();
  await page.getByRole("button", { name: "Pedir o encerramento" }).click();
  const form = page.getByRole("dialog", { name: "Encerrar o contrato" });
  await form.getByLabel("Entrega das chaves").fill("2020-01-01");
  await form.getByLabel("Por que o contrato termina?").selectOption("never-began");
  // Nobody moved in, so there are no keys to return.
  await expect(form.getByLabel("Entrega das chaves")).toHaveCount(0);
  await form.getByRole("button", { name: "Enviar o pedido" }).click();
  await expect(form.getByText("Conte o motivo").last()).toBeVisible();
  await form.getByLabel("Conte mais (opcional)").fill("O locador desistiu antes da mudança.");
  await form.getByRole("button", { name: "Enviar o pedido" }).click();
  await expect(form.getByRole("alert")).toContainText(`o acionamento ${protocol} está aberto`);
  await checkAccessibility(page);
  expect([...(await sql`select 1 from public.contract_endings`)]).toEqual([]);
  await form.getByRole("button", { name: "Enviar o pedido mesmo assim" }).click();
  const ending = page.getByRole("region", { name: "Encerramento do contrato" });
  await expect(ending).toContainText("O pedido está com a nossa equipe");
  expect([...(await sql`select kind, status, keys_on from public.contract_endings`)]).toEqual([
    { kind: "never-began", status: "asked", keys_on: null },
  ]);
  await ending.getByRole("button", { name: "Retirar o pedido" }).click();
  await expect(page.getByRole("button", { name: "Pedir o encerramento" })).toBeVisible();
  expect([...(await sql`select status from public.contract_endings`)]).toEqual([
    { status: "withdrawn" },
  ]);
});

it("a confirmed ending for a later day is the last day everywhere on the page", async () => {
  const { sql } = journey.stack;
  const last = addDays(today, 5);
  await sql`
    insert into public.contract_endings (
      id, contract_id, kind, asked_by, keys_on, answer_until, status, closed_at
    )
    values (
      gen_random_uuid(), ${await contractId()}, 'moved-out', 'staff', ${last}, ${yesterday},
      'confirmed', now()
    )`;
  const page = await openContract();
  await expect(page.getByRole("heading", { name: "Faltam 5 dias para o término" })).toBeVisible();
  await expect(
    page.getByText(`O encerramento está confirmado, e a fiança vale até ${formatShortDate(last)}.`),
  ).toBeVisible();
  const letter = page.getByRole("region", { name: "Carta de fiança" });
  await expect(letter).toContainText(`a ${formatShortDate(last)}`);
  const sheet = page.getByRole("article", { name: demoContract(journey.stack).contractNumber });
  await expect(sheet).toContainText("Término previsto");
  await expect(sheet).toContainText(`Termina em${formatShortDate(last)}`);
  await expect(page.getByText(/Se a locação continuar, (peça|faça)/)).toHaveCount(0);
  await checkAccessibility(page);
});
