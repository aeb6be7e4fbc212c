// @module-tag full
import type { Page } from "@playwright/test";
import { beforeEach, it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { claimVersion, photoFile } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const landlord = "locador-que-aciona@exemplo.com.br";
const today = todayInBrasilia();

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.rate_limits`;
  await sql`update private.staff_settings set undo_seconds = 0`;
  await sql`delete from public.claims`;
});

const door = { id: crypto.randomUUID(), kind: "repair", description: "Porta.", asked: 400 };
const wall = { id: crypto.randomUUID(), kind: "painting", description: "Parede.", asked: 250 };

/** Opens a claim with two items as the landlord, and returns its id. */
async function openClaim(): Promise<string> {
  const { sql } = journey.stack;
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${landlord}, 'staff', now() from public.contracts
    where contract_number = ${demoContract(journey.stack).contractNumber}
    on conflict do nothing`;
  const [claim] = await sql`
    select (private.open_claim(
      lease_id, 'landlord', ${landlord}, gen_random_uuid(), private.today_in_brasilia(),
      ${sql.json([door, wall])}::jsonb, null
    )).id from public.contracts where contract_number = ${demoContract(journey.stack).contractNumber}`;
  return String(claim?.["id"]);
}

async function openPage(claimId: string): Promise<Page> {
  const page = await journey.newPage(phone);
  await openContractPage(journey.stack, page, demoContract(journey.stack), claimId);
  return page;
}

/** Completes the evidence and ends both sides' days, so that staff decide now. */
async function decide(claimId: string): Promise<void> {
  const { sql } = journey.stack;
  await sql`
    update public.claims
    set complete_at = now(), tenant_turns = 1, tenant_done_at = now(),
      tenant_until = private.today_in_brasilia() - 1,
      complete_until = private.today_in_brasilia() - 6, landlord_until = null
    where id = ${claimId}`;
  await callAsStaff(journey.stack, "decide_claim", {
    claim_id: claimId,
    items: [
      { id: door.id, granted: 300, reason: "Menos o desgaste do tempo." },
      { id: wall.id, granted: 250 },
    ],
    recourse: 0,
    version: await claimVersion(journey.stack, claimId),
  });
}

it("a tenant answers from the opening on, with files per item, and then ends the tenant's days", async () => {
  const { sql } = journey.stack;
  const id = await openClaim();
  const page = await openPage(id);
  await expect(page.getByText("Aguardando as provas do locador")).toBeVisible();
  await expect(page.getByText(/^Você já pode responder\./)).toBeVisible();
  await expect(page.getByRole("button", { name: /nada a acrescentar/ })).toHaveCount(0);
  await page.getByLabel("A sua resposta (1)").fill("A porta já estava solta.");
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(page.getByText("Respostas recebidas. Falta responder: item 2.")).toBeVisible();
  await page.getByRole("heading", { name: "Enviar arquivos (1)" }).click();
  await page
    .getByLabel("Escolher fotos ou PDF")
    .first()
    .setInputFiles(await photoFile("porta.jpg"));
  const files = page.getByRole("region", { name: "Arquivos do item 1" });
  await expect(files).toContainText("Do locatário");
  await checkAccessibility(page);

  // The landlord replies and says that the evidence is complete.
  await sql`
    select private.reply_to_items(
      claim, ${landlord}, ${sql.json([{ item_id: door.id, text: "O laudo mostra a porta inteira." }])}::jsonb
    ) from public.claims as claim where id = ${id}`;
  await sql`select private.complete_claim(claim) from public.claims as claim where id = ${id}`;
  await page.reload();
  await expect(page.getByText("O laudo mostra a porta inteira.")).toBeVisible();
  await expect(
    page.getByText(`Agora é com você, até ${formatShortDate(addDays(today, 5))}.`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Não tenho mais nada a acrescentar" }).click();
  const question = page.getByRole("dialog", { name: "Nada mais a acrescentar?" });
  await checkAccessibility(page);
  await question.getByRole("button", { name: "Sim, seguir" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(/^Agora é com o locador, até /)).toBeVisible();
  await expect(page.getByLabel("A sua resposta (2)")).toHaveCount(0);
  const [row] =
    await sql`select tenant_done_at is not null as done from public.claims where id = ${id}`;
  expect(row).toEqual({ done: true });
});

it("a tenant whose claim changed meanwhile reads what changed, and keeps the typed text", async () => {
  const { sql } = journey.stack;
  const id = await openClaim();
  const page = await openPage(id);
  const answer = page.getByLabel("A sua resposta (2)");
  await answer.fill("Pintei a parede na saída.");
  await callAsStaff(journey.stack, "ask_for_claim", {
    claim_id: id,
    side: "tenant",
    text: "Envie o recibo do pintor.",
    until: addDays(today, 3),
    version: await claimVersion(journey.stack, id),
  });
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Este pedido mudou desde que você o abriu: algo foi pedido a uma parte.",
  );
  await expect(page.getByText("Envie o recibo do pintor.")).toBeVisible();
  await expect(answer).toHaveValue("Pintei a parede na saída.");
  const answered = async () => [
    ...(await sql`select answer from public.claim_items where id = ${wall.id}`),
  ];
  expect(await answered()).toEqual([{ answer: null }]);
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(page.getByText("Respostas recebidas. Falta responder: item 1.")).toBeVisible();
  expect(await answered()).toEqual([{ answer: "Pintei a parede na saída." }]);

  // The claim ends while the tenant writes: the form disappears, and its text does not.
  await answer.fill("Pintei a parede na saída, com o mesmo tom.");
  await sql`
    select private.withdraw_claim(claim, ${landlord}) from public.claims as claim where id = ${id}`;
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  const changed = page.getByRole("alert");
  await expect(changed).toContainText("o pedido foi retirado");
  await expect(changed).toContainText("Isto que você escreveu não foi enviado:");
  await expect(changed).toContainText("com o mesmo tom");
  await expect(answer).toHaveCount(0);
  await checkAccessibility(page);
});

it("a tenant asks for the review of one item, and answers the landlord's review", async () => {
  const { sql } = journey.stack;
  const id = await openClaim();
  await decide(id);
  const page = await openPage(id);
  const review = page.getByRole("region", { name: "Não concorda com a decisão?" });
  await review.getByRole("button", { name: "Pedir a revisão" }).click();
  await expect(review.getByText("Escolha os itens que devem ser revistos").last()).toBeVisible();
  await review.getByLabel("1. Reparo no imóvel").check();
  await review.getByLabel("Por que a decisão deve mudar?").fill("A porta já estava solta antes.");
  await checkAccessibility(page);
  await review.getByRole("button", { name: "Pedir a revisão" }).click();
  const asked = page.getByRole("region", { name: "O locatário pediu a revisão: item 1" });
  await expect(asked).toContainText("A porta já estava solta antes.");
  await expect(review).toHaveCount(0);
  const reviews = async () => [
    ...(await sql`
      select side, items, answer from public.claim_reviews where claim_id = ${id} order by side`),
  ];
  expect(await reviews()).toEqual([{ side: "tenant", items: [door.id], answer: null }]);
  // The undisputed item is paid meanwhile.
  const [due] = await sql`
    select sum(amount)::float as amount from public.charges where claim_id = ${id} and is_open`;
  expect(due).toEqual({ amount: 250 });

  await sql`
    select private.ask_review(
      claim, 'landlord', ${landlord}, ${sql.json([wall.id])}::jsonb, 'A parede inteira foi repintada.'
    ) from public.claims as claim where id = ${id}`;
  await page.reload();
  const theirs = page.getByRole("region", { name: "O locador pediu a revisão: item 2" });
  await theirs.getByLabel("A sua resposta").fill("Só a parede da janela.");
  await checkAccessibility(page);
  await theirs.getByRole("button", { name: "Enviar a resposta" }).click();
  await expect(theirs).toContainText("Resposta da outra parte");
  await expect(theirs).toContainText("Só a parede da janela.");
  expect(await reviews()).toMatchObject([
    { side: "landlord", items: [wall.id], answer: "Só a parede da janela." },
    { side: "tenant" },
  ]);
});
