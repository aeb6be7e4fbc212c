// @module-tag full
import { it } from "vitest";
import { z } from "zod";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { addClaimItem } from "../../support/pages/claim-steps.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { landlordLink, makeLeases } from "../../support/pages/landlord-leases.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };

it("a claim is opened for a day, completed, answered item by item, changed by the tenant meanwhile, and reviewed", async () => {
  const { stack } = journey;
  const { sql } = stack;
  await sql`delete from public.rate_limits`;
  const address = "locadora.do.pedido@exemplo.com.br";
  const [lease] = await makeLeases(stack, { address, count: 1 });
  const leaseId = lease?.leaseId ?? "";
  const page = await journey.newPage(phone);
  await page.goto(await landlordLink(stack, address));
  await page.getByRole("button", { name: "Acionar a garantia" }).click();
  await expect(page.getByRole("heading", { name: "Acionar a garantia" })).toBeFocused();

  // Neither a day before the guarantee nor a missing item is sent.
  const damage = page.getByLabel("Dia do dano");
  await damage.fill(day(-400));
  await expect(page.getByText("Neste dia a garantia não estava em vigor.")).toBeVisible();
  await damage.fill(day(-2));
  await expect(page.getByText(/Vale o limite da vigência de .+: R\$\s15\.540,00/)).toBeVisible();
  await addClaimItem(page, {
    kind: "repair",
    description: "Porta do quarto quebrada",
    amount: "850,00",
  });
  await addClaimItem(page, { kind: "painting", description: "Paredes da sala", amount: "300,00" });
  await checkAccessibility(page);
  await page.reload();
  await expect(damage).toHaveValue(day(-2));
  await page.getByLabel("Como quer receber").selectOption("Informar depois");
  await page.getByRole("button", { name: "Conferir e registrar" }).click();
  await page.getByRole("button", { name: "Registrar o pedido" }).click();
  await expect(page.getByText("Pedido registrado: PA-")).toBeVisible();
  const [stored] =
    await sql`select id, happened_on::text from public.claims where lease_id = ${leaseId}`;
  const claimId = String(stored?.["id"]);
  expect(stored?.["happened_on"]).toBe(day(-2));
  await checkAccessibility(page);

  // Two clicks and an old version: the second page is told what changed, and keeps nothing to send.
  const other = await journey.newPage(phone);
  await other.goto(page.url());
  await other.getByRole("button", { name: "Ver o pedido" }).click();
  await expect(other.getByRole("button", { name: "Já enviei tudo" })).toBeVisible();
  await page.getByRole("button", { name: "Já enviei tudo" }).click();
  await page.getByRole("button", { name: "Sim, começar o prazo do locatário" }).click();
  await expect(page.getByText("O locatário tem até")).toBeVisible();
  await other.getByRole("button", { name: "Já enviei tudo" }).click();
  await other.getByRole("button", { name: "Sim, começar o prazo do locatário" }).click();
  const changed = other
    .getByRole("alert")
    .filter({ hasText: "O pedido mudou enquanto você escrevia" });
  await expect(changed).toContainText("o locador completou as provas");
  await expect(other.getByRole("button", { name: "Já enviei tudo" })).toHaveCount(0);

  // The tenant answers, the landlord types a reply, and the tenant adds a second answer meanwhile.
  const answer = (place: number, text: string) => sql`
    with claim as (
      select private.follow_evidence(one, 'tenant') as row from public.claims as one where one.id = ${claimId}
    ), answered as (
      update public.claim_items set answer = ${text}, answered_at = now()
      where claim_id = ${claimId} and place = ${place} returning id
    )
    select private.note_event((claim.row), 'tenant', 'answered') from claim, answered`;
  await answer(1, "A porta já estava solta.");
  await sql`update public.claims set tenant_done_at = now() where id = ${claimId}`;
  await page.reload();
  await expect(page.getByText("O locatário respondeu.")).toBeVisible();
  const reply = page.getByLabel("A sua resposta (1)");
  await reply.fill("Na entrada a porta estava inteira.");
  await answer(2, "Pintei antes de sair.");
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(page.getByRole("alert")).toContainText("o locatário respondeu");
  // The page shows the new answer and still has the typed text, which is sent now.
  await expect(page.getByText("Pintei antes de sair.")).toBeVisible();
  await expect(reply).toHaveValue("Na entrada a porta estava inteira.");
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect
    .poll(async () => {
      const [item] = await sql`
        select reply from public.claim_items where claim_id = ${claimId} and place = 1`;
      return item?.["reply"];
    })
    .toBe("Na entrada a porta estava inteira.");

  // Typed text whose form has disappeared is shown: staff decide while the landlord writes.
  await sql`
    update public.claims set tenant_done_at = null, tenant_until = private.today_in_brasilia() + 5,
      landlord_done_at = null, landlord_until = private.today_in_brasilia() + 5 where id = ${claimId}`;
  await page.reload();
  await page.getByLabel("A sua resposta (2)").fill("As manchas são visíveis nas fotos.");
  await decide(claimId);
  await page.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(page.getByRole("alert")).toContainText("o pedido foi decidido");
  await expect(page.getByRole("alert")).toContainText("As manchas são visíveis nas fotos.");
  await checkAccessibility(page);

  // The review names an item.
  const review = page.getByRole("region", { name: "Não concorda com a decisão?" });
  await review.getByRole("button", { name: "Pedir a revisão" }).click();
  await expect(review).toContainText("Escolha os itens que devem ser revistos");
  await review.getByLabel("2. Pintura e paredes").check();
  await review
    .getByLabel("Por que a decisão deve mudar?")
    .fill("As fotos mostram as manchas na sala.");
  await checkAccessibility(page);
  await review.getByRole("button", { name: "Pedir a revisão" }).click();
  const asked = page.getByRole("region", { name: "O locador pediu a revisão: item 2" });
  await expect(asked).toContainText("As fotos mostram as manchas na sala.");
  const [kept] = await sql`
    select items, side from public.claim_reviews where claim_id = ${claimId}`;
  expect(z.array(z.string()).parse(kept?.["items"])).toHaveLength(1);

  // Back leads from the claim to the lease.
  await page.getByRole("button", { name: "Voltar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Rua das Acácias, 1, Zona 7" })).toBeVisible();
});

/** Decides a claim as final, so long ago that it can no longer be undone. */
async function decide(claimId: string) {
  const { sql } = journey.stack;
  await sql`
    update public.claim_items set granted = case when place = 1 then asked else 0 end, reason = 'Conforme as fotos'
    where claim_id = ${claimId}`;
  await sql`
    update public.claims set tenant_done_at = now(), landlord_done_at = now(), decided_at = now() - interval '1 hour',
      final_at = now() - interval '1 hour', review_until = private.today_in_brasilia() + 10,
      pay_by = private.today_in_brasilia() + 5 where id = ${claimId}`;
  await sql`
    select private.note_event(claim, 'staff', 'decided') from public.claims as claim where claim.id = ${claimId}`;
}
