// @module-tag full
import { beforeEach, it } from "vitest";
import { z } from "zod";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../web/formats/dates.ts";
import { claimFileRow } from "../../../supabase/tests/support/sample-rows.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkBothWidths } from "../../support/pages/check-accessibility.ts";
import { claimVersion } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { createSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
const landlord = "locadora-revista@exemplo.com.br";

beforeEach(async () => {
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

/** Adds a claim of three items that the demo member of staff decided, and of which both sides asked for a review. */
async function addReviewedClaim() {
  const { stack } = journey;
  const { sql } = stack;
  const contractId = await addContract(stack, {
    tenant_name: "Inquilino Revisto",
    landlord_name: "Locadora Revista",
    cover_limit: 5000,
  });
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${landlord}, 'staff', now() from public.contracts where id = ${contractId}`;
  const items = ["Porta quebrada", "Parede manchada", "Multa da mudança"].map((description) => ({
    id: crypto.randomUUID(),
    kind: "repair",
    description,
    asked: 1000,
  }));
  const opened = await callAsStaff(stack, "open_claim_for", {
    contract_id: contractId,
    request: { requestId: crypto.randomUUID(), happenedOn: addDays(todayInBrasilia(), -5), items },
  });
  const { id } = z.looseObject({ id: z.string() }).parse(opened);
  const file = claimFileRow(id, { item_id: items[0]?.id, sent_from: landlord });
  await sql`insert into public.claim_files ${sql(file)}`;
  await sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1
    where id = ${id}`;
  await sql`
    update public.claim_items set answer = 'A porta já estava solta.', answered_at = now(),
      reply = 'Na entrada ela estava inteira.', replied_at = now()
    where id = ${String(items[0]?.id)}`;
  const granted = items.map((item) => ({ id: item.id, granted: 800, reason: "Preço de tabela" }));
  const version = await claimVersion(stack, id);
  await callAsStaff(stack, "decide_claim", { claim_id: id, items: granted, recourse: 0, version });
  for (const [side, address, place] of [
    ["landlord", landlord, 1],
    ["tenant", null, 0],
  ] as const) {
    await sql`
      select private.ask_review(
        claim, ${side}, ${address}, ${sql.json([String(items[place]?.id)])}::jsonb,
        ${`Texto da revisão, parte ${side}.`}
      ) from public.claims as claim where claim.id = ${id}`;
  }
  await sql`
    update public.claim_reviews set answer = 'Não concordo com isso.', answered_at = now()
    where claim_id = ${id} and side = 'landlord'`;
  return id;
}

it("another person decides the review of both sides, of the named items alone, without a file set aside", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const id = await addReviewedClaim();
  const page = await journey.newPage(desk);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await storeStaffSession(stack, page, await createSession(stack, await addStaff(stack, "active")));
  await page.goto(`${stack.siteUrl}/admin/acionamentos#${id}`);
  const sheet = page.getByRole("region", { name: "Acionamento escolhido" });
  const ofLandlord = sheet.getByRole("region", { name: "Revisão pedida pelo locador" });
  const ofTenant = sheet.getByRole("region", { name: "Revisão pedida pelo locatário" });
  await expect(ofLandlord).toContainText("Item 2");
  await expect(ofLandlord).toContainText("Não concordo com isso.");
  await expect(ofTenant).toContainText("Item 1");
  await expect(ofTenant).toContainText("Pode responder até");
  await expect(sheet).toContainText("Na entrada ela estava inteira.");
  // The landlord may still answer the tenant's review.
  await expect(sheet.getByLabel(/^Valor aprovado do item/)).toHaveCount(0);
  await checkBothWidths(page);

  await sql`
    update public.claim_reviews set answer_until = private.today_in_brasilia() - 1
    where claim_id = ${id}`;
  await page.reload();
  await expect(sheet.getByLabel(/^Valor aprovado do item/)).toHaveCount(2);
  await expect(sheet.getByLabel("Valor aprovado do item 2")).toHaveValue("800,00");
  await expect(sheet.getByLabel("Motivo do item 1")).toHaveValue("Preço de tabela");
  await expect(sheet).toContainText("A revisão não trata deste item");
  await expect(sheet).toContainText("Itens fora da revisãoR$ 800,00");
  await expect(sheet).toContainText("Soma aprovadaR$ 2.400,00");

  // The typed amounts stay while a file is set aside, and the person first reads what has changed.
  await sheet.getByLabel("Valor aprovado do item 1").fill("0");
  await sheet.getByLabel("Motivo do item 1").fill("A porta já estava solta.");
  await sheet.getByRole("button", { name: "Pôr de lado Foto, locador" }).click();
  const aside = page.getByRole("dialog", { name: "Pôr o arquivo de lado?" });
  await aside.getByRole("button", { name: "Pôr de lado" }).click();
  await expect(aside.getByText("Diga por que o arquivo não vale como prova")).toBeVisible();
  await aside.getByLabel("Motivo").fill("Foto de outro imóvel.");
  await checkBothWidths(page);
  await aside.getByRole("button", { name: "Pôr de lado" }).dblclick();
  await expect(aside).toBeHidden();
  await expect(sheet).toContainText("Posto de lado, não vale como prova: Foto de outro imóvel.");
  await expect(sheet.getByLabel("Motivo do item 1")).toHaveValue("A porta já estava solta.");
  await sheet.getByRole("button", { name: "Já conferi as mudanças" }).click();
  await expect(sheet).toContainText("Soma aprovadaR$ 1.600,00");
  await checkBothWidths(page);
  await sheet.getByRole("button", { name: "Decidir e avisar as partes" }).click();
  await expect(sheet).toContainText("Não aprovado");
  await expect(sheet).toContainText("Decidido, a pagar");
  await checkBothWidths(page);
  const granted = await sql`
    select granted::float from public.claim_items where claim_id = ${id} order by place`;
  expect(granted.map((row) => row["granted"])).toEqual([0, 800, 800]);
});
