// @module-tag full
import { createHash, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { it } from "vitest";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textPdf } from "../../../supabase/local/seed/text-pdf.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { goOnAs } from "../../support/pages/staff-money.ts";
import { addContract } from "../../support/pages/staff-contracts.ts";
import { createSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };

const pdf = (words: string) => ({
  name: "arquivo.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(textPdf(words, [words])),
});

/** Stores an inspection file of the tenant and adds the file's row. */
async function addInspection(contractId: string, moment: "entry" | "exit", words: string) {
  const { sql, supabase } = journey.stack;
  const [contract] = await sql`select lease_id from public.contracts where id = ${contractId}`;
  const leaseId = String(contract?.["lease_id"]);
  const bytes = Buffer.from(textPdf(words, [words]));
  const path = `${leaseId}/${randomUUID()}.pdf`;
  const { storage } = createClient(supabase.url, supabase.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await storage
    .from("request-documents")
    .upload(path, bytes, { contentType: "application/pdf" });
  if (error) throw error;
  await sql`
    insert into public.inspection_files (
      id, lease_id, moment, side, room, file_path, file_type, file_sha256, bytes
    ) values (
      ${randomUUID()}, ${leaseId}, ${moment}, 'tenant', 'kitchen', ${path}, 'application/pdf',
      ${createHash("sha256").update(bytes).digest("hex")}, ${bytes.length}
    )`;
}

it("a claim is opened on behalf, decided by two, paid, reversed, paid to another account, and found again", async () => {
  const { stack } = journey;
  const { sql } = stack;
  const tenantEmail = "inquilina@exemplo.com.br";
  const contractId = await addContract(stack, {
    tenant_name: "Inquilina Ouvida",
    tenant_email: tenantEmail,
    landlord_name: "Locador Atendido",
    cover_limit: 12_000,
    endsIn: -3,
  });
  await addInspection(contractId, "entry", "Cozinha na entrada");
  await addInspection(contractId, "exit", "Cozinha na saída");
  const first = await journey.newPage(desk);
  // Reduced motion keeps toasts from fading, because a half-faded toast would fail the contrast check.
  await first.emulateMedia({ reducedMotion: "reduce" });
  await storeStaffSession(stack, first, await createSession(stack, stack.supabase.accounts.staff));

  // A member of staff opens the claim for the landlord.
  await first.goto(`${stack.siteUrl}/admin/contratos#${contractId}`);
  const part = first.getByRole("region", { name: "Acionamentos da garantia" });
  await part.getByRole("button", { name: "Acionar em nome do locador" }).click();
  const form = first.getByRole("dialog", { name: "Acionar em nome do locador" });
  await form.getByRole("button", { name: "Abrir o acionamento" }).click();
  await expect(form.getByText("Informe o valor em reais")).toBeVisible();
  await checkAccessibility(first);
  await form.getByLabel("Dia do dano").fill(todayInBrasilia(new Date(Date.now() - 86_400_000)));
  await form.getByLabel("Item 1", { exact: true }).selectOption("repair");
  await form.getByLabel("Valor do item 1").fill("4000");
  await form.getByLabel("Descrição do item 1").fill("Pia da cozinha quebrada");
  await form.getByRole("button", { name: "Mais um item" }).click();
  await form.getByLabel("Item 2", { exact: true }).selectOption("painting");
  await form.getByLabel("Valor do item 2").fill("9000,50");
  await form.getByLabel("Descrição do item 2").fill("Pintura de todas as paredes");
  await form.getByLabel("Conta para o pagamento").selectOption("pix");
  await form.getByLabel("Chave Pix").fill("locador@exemplo.com.br");
  await form.getByLabel("Titular", { exact: true }).fill("Locador Atendido");
  await form.getByLabel("CPF ou CNPJ do titular").fill("529.982.247-25");
  await checkAccessibility(first);
  await form.getByRole("button", { name: "Abrir o acionamento" }).dblclick();
  // The guarantee ended three days ago.
  await expect(form.getByLabel("Dia do dano")).toHaveAccessibleDescription(
    /depois da última vigência não está garantido/,
  );
  await form.getByLabel("Dia do dano").fill(todayInBrasilia(new Date(Date.now() - 5 * 86_400_000)));
  await form.getByRole("button", { name: "Abrir o acionamento" }).dblclick();
  await expect(form).toBeHidden();
  const link = part.getByRole("link", { name: /^PA-/ });
  const protocol = String(await link.textContent());
  await expect(part).toContainText("R$ 13.000,50");
  await checkAccessibility(first);
  await link.click();
  const sheet = first.getByRole("region", { name: "Acionamento escolhido" });
  await expect(sheet.getByRole("heading", { name: /Locador Atendido/ })).toBeVisible();
  await expect(sheet).toContainText("com o locador até");
  await expect(sheet).toContainText("Aguardando as provas do locador");
  await expect(sheet.getByRole("button", { name: /^Decidir/ })).toHaveCount(0);

  // The page shows the kitchen's files from the entry inspection and from the exit inspection.
  await sheet.getByLabel("Cômodo").selectOption("kitchen");
  for (const moment of ["entrada", "saída"]) {
    const side = sheet.getByRole("region", { name: `Vistoria de ${moment}` });
    await expect(side.getByRole("img")).toHaveAccessibleName(new RegExp(`Cozinha na ${moment}`));
  }
  await checkAccessibility(first);

  // The days of both sides are over, so the claim is now with staff.
  await sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1
    where protocol = ${protocol}`;
  await first.reload();
  await expect(sheet).toContainText("com a equipe até");
  await expect(first.getByText("1 com a equipe").first()).toBeAttached();
  await checkAccessibility(first);

  const decide = sheet.getByRole("button", { name: "Decidir e avisar as partes" });
  // Staff attach an estimate, and ask the tenant for a photo that is missing.
  await sheet.getByRole("button", { name: "Anexar arquivo" }).click();
  const attach = first.getByRole("dialog", { name: "Anexar um arquivo" });
  await attach.getByRole("button", { name: "Anexar arquivo" }).click();
  await expect(attach.getByText("Escolha um arquivo")).toBeVisible();
  await attach.getByLabel("Arquivo", { exact: true }).setInputFiles(pdf("Orçamento da pia"));
  await attach.getByLabel("O que mostra").selectOption("estimate");
  await attach.getByLabel("De qual item").selectOption("1. Reparo no imóvel");
  await checkAccessibility(first);
  await attach.getByRole("button", { name: "Anexar arquivo" }).click();
  await sheet.getByRole("button", { name: "Orçamento, equipe", exact: true }).click();
  const viewer = first.getByRole("dialog", { name: "Orçamento, equipe" });
  await expect(viewer.getByRole("img")).toHaveAccessibleName(/Orçamento da pia/);
  await viewer.getByRole("button", { name: "Fechar" }).click();
  await sheet.getByRole("button", { name: "Pedir algo a uma das partes" }).click();
  const ask = first.getByRole("dialog", { name: "Pedir algo a uma das partes" });
  await ask.getByLabel("De quem se espera").selectOption("tenant");
  await ask.getByLabel("O que falta").fill("A foto da pia no dia da entrega.");
  await checkAccessibility(first);
  await ask.getByRole("button", { name: "Enviar o pedido" }).click();
  await expect(sheet).toContainText("Pedimos ao locatário: A foto da pia no dia da entrega.");
  await expect(decide).toHaveCount(0);
  await sql`
    update public.claims set wanted_until = private.today_in_brasilia() - 1
    where protocol = ${protocol}`;
  await first.reload();

  // Staff decide on each item. The sum must stay within the limit of the guarantee.
  await decide.click();
  await expect(sheet.getByText(/Informe o valor aprovado/).first()).toBeVisible();
  await sheet.getByRole("button", { name: "Aprovar tudo do item 1" }).click();
  await sheet.getByRole("button", { name: "Aprovar tudo do item 2" }).click();
  await expect(sheet).toContainText("Passa do que resta do limite em R$ 1.000,50");
  await sheet.getByLabel("Valor aprovado do item 2").fill("3000");
  await expect(sheet).toContainText("Outra pessoa da equipe confere");
  const send = sheet.getByRole("button", { name: "Enviar para a segunda conferência" });
  await send.click();
  await expect(sheet.getByText("Explique por que não é aprovado por inteiro")).toBeVisible();
  await sheet.getByLabel("Motivo do item 2").fill("Só duas das paredes estavam marcadas.");
  await sheet.getByLabel("Cláusula do item 2").selectOption("6. O que a fiança cobre");
  await checkAccessibility(first);

  // A file of the tenant arrives after the page was loaded. The decision is refused, and the typed text stays.
  await sql`select private.note_event(claim, 'tenant', 'file') from public.claims as claim where protocol = ${protocol}`;
  await send.click();
  await expect(sheet.getByRole("alert")).toContainText("chegou um arquivo");
  await expect(sheet).toContainText("Arquivo do locatário recebido");
  await expect(sheet.getByLabel("Motivo do item 2")).toHaveValue(
    "Só duas das paredes estavam marcadas.",
  );
  await checkAccessibility(first);
  await sheet.getByRole("button", { name: "Já conferi as mudanças" }).click();
  await sql`update private.staff_settings set undo_seconds = 30`;
  await send.click();
  await expect(sheet).toContainText("Você decidiu; outra pessoa da equipe precisa conferir");
  await first.getByRole("button", { name: "Desfazer" }).click();
  await expect(first.getByText("Decisão desfeita", { exact: true })).toBeVisible();
  await expect(sheet.getByLabel("Valor aprovado do item 2")).toHaveValue("3.000");
  await sql`update private.staff_settings set undo_seconds = 0`;
  await send.click();
  await expect(sheet).toContainText("Você decidiu; outra pessoa da equipe precisa conferir");
  await expect(sheet.getByRole("button", { name: /Concordar/ })).toHaveCount(0);
  await checkAccessibility(first);
  const told = await sql`
    select from public.outgoing_mail where template = 'claim-decided' and recipient = ${tenantEmail}`;
  expect(told.count).toBe(0);

  // A second member of staff returns the first decision and agrees with the new decision.
  const colleague = await addStaff(stack, "active");
  const second = await journey.newPage({ ...desk, width: 360 });
  await storeStaffSession(stack, second, await createSession(stack, colleague));
  await second.goto(first.url());
  const theirs = second.getByRole("region", { name: "Acionamento escolhido" });
  await theirs.getByRole("button", { name: "Devolver para nova decisão" }).click();
  const back = second.getByRole("dialog", { name: "Devolver para nova decisão" });
  await back.getByRole("button", { name: "Devolver" }).click();
  await expect(back.getByText("Diga o que deve ser visto de novo")).toBeVisible();
  await back.getByLabel("O que ver de novo").fill("A pia já estava lascada na entrada.");
  await checkAccessibility(second);
  await back.getByRole("button", { name: "Devolver" }).click();
  await expect(back).toBeHidden();
  await first.reload();
  await sheet.getByLabel("Valor aprovado do item 1").fill("2.500,00");
  await sheet.getByLabel("Motivo do item 1").fill("A pia já estava lascada na entrada.");
  await sheet.getByLabel("Valor aprovado do item 2").fill("3000");
  await sheet.getByLabel("Motivo do item 2").fill("Só duas das paredes estavam marcadas.");
  await send.click();
  await expect(sheet).toContainText("Você decidiu");
  await second.reload();
  await theirs.getByRole("button", { name: "Concordar com a decisão" }).click();
  const agree = second.getByRole("dialog", { name: "Concordar com a decisão?" });
  await expect(agree).toContainText("Valor aprovadoR$ 5.500,00");
  await checkAccessibility(second);
  await agree.getByRole("button", { name: "Concordar e avisar as partes" }).click();
  await expect(theirs.getByText("Decidido, a pagar")).toBeVisible();
  await checkAccessibility(second);
  const mail = await stack.mail(tenantEmail, /decidido$/);
  expect(mail.subject).toContain(protocol);

  // Staff record the payment to the landlord, and the agreement to recover money from the tenant.
  await first.goto(`${stack.siteUrl}/admin/a-pagar`);
  await first.getByText("Garantia", { exact: true }).click();
  await expect(first.getByRole("search")).toContainText("A pagarR$ 5.500,00");
  const payable = first.getByRole("region", { name: "A pagar", exact: true });
  await payable.getByRole("button", { name: "Locador Atendido" }).click();
  await expect(first.getByRole("region", { name: "Locador Atendido" })).toContainText(
    "Pix •••m.br",
  );
  // The account was entered a moment ago, so it may not be paid yet.
  const shown = first.getByRole("region", { name: "Locador Atendido" });
  await expect(shown).toContainText("A conta é nova: pode ser paga a partir de");
  await expect(shown.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
  await checkAccessibility(first);
  await first.getByRole("link", { name: "Ver o pedido" }).click();
  await expect(sheet).toContainText("A conta é nova: pode ser paga a partir de");
  await expect(sheet.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
  await checkAccessibility(first);
  await sql`update public.claims set account_since = now() - interval '10 days' where protocol = ${protocol}`;
  await first.reload();
  await expect(sheet.getByRole("button", { name: "Registrar pagamento" })).toHaveCount(0);
  await expect(sheet).toContainText("Quem abriu ou decidiu o acionamento");
  await goOnAs(stack, first, colleague);
  await sheet.getByRole("button", { name: "Registrar pagamento" }).click();
  const pay = first.getByRole("dialog", { name: "Registrar o pagamento da garantia" });
  await expect(pay).toContainText("R$ 5.500,00");
  await expect(pay).toContainText("Pix: locador@exemplo.com.br");
  await pay.getByLabel("Comprovante (opcional)").setInputFiles(pdf("Transferência E123"));
  await pay.getByLabel("Anotação (opcional)").fill("Transferência E123");
  await checkAccessibility(first);
  await pay.getByRole("button", { name: "Registrar pagamento" }).dblclick();
  const paidToday = `R$ 5.500,00 em ${formatShortDate(todayInBrasilia())}`;
  await expect(sheet.getByRole("listitem").filter({ hasText: paidToday })).toContainText(
    "Pix •••m.br",
  );
  await expect(sheet.getByRole("button", { name: /^Comprovante do pagamento/ })).toBeVisible();
  await sheet.getByRole("button", { name: "Mudar a situação" }).click();
  const recourse = first.getByRole("dialog", { name: "A recuperar do locatário" });
  await recourse.getByLabel("Situação").selectOption("agreed");
  await recourse.getByRole("button", { name: "Registrar" }).click();
  await expect(sheet).toContainText("Combinado");
  await checkAccessibility(first);

  // The transfer went to a closed account. Staff reverse the payment and pay to the account that the landlord confirms.
  await sheet.getByRole("button", { name: "Estornar" }).click();
  const reversal = first.getByRole("dialog", { name: "Estornar o pagamento?" });
  await reversal.getByLabel("Motivo").fill("A conta estava fechada");
  await reversal.getByRole("button", { name: "Estornar" }).click();
  await expect(sheet).toContainText(
    `${paidToday}, Pix •••m.br, em nome de L. A. Estornado em ${formatShortDate(todayInBrasilia())}`,
  );
  await sheet.getByRole("button", { name: "Registrar pagamento" }).click();
  await expect(pay).toContainText("Pix: locador@exemplo.com.br");
  await sql`
    update public.claims set account = account || '{"key": "outra@exemplo.com.br"}',
      account_changes = account_changes + 1
    where protocol = ${protocol}`;
  await pay.getByRole("button", { name: "Registrar pagamento" }).click();
  await expect(pay.getByRole("alert")).toContainText("A conta mudou.");
  await expect(pay).toContainText("Pix: outra@exemplo.com.br");
  await checkAccessibility(first);
  await pay.getByRole("button", { name: "Registrar pagamento" }).click();
  await expect(pay).toBeHidden();
  await expect(sheet.getByRole("listitem").filter({ hasText: paidToday })).toHaveCount(2);
  const charges = await sql`
    select amount::float, is_open from public.charges where contract_id = ${contractId} and kind = 'claim'`;
  expect([...charges]).toEqual([{ amount: 5500, is_open: false }]);

  // The search finds the claim by its protocol number. The queue lists the claim among the closed ones.
  await first.goto(`${stack.siteUrl}/admin/busca`);
  await first.getByRole("searchbox").fill(protocol);
  await first.getByRole("link", { name: /Locador Atendido/ }).click();
  await expect(sheet).toContainText(protocol);
  await first.getByText("Concluídos").click();
  const queue = first.getByRole("region", { name: "Acionamentos", exact: true });
  await expect(queue.getByRole("button", { name: "Inquilina Ouvida" })).toContainText("Pago");
  await checkAccessibility(first);
});
