// @module-tag full
import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { beforeAll, beforeEach, it } from "vitest";
import { z } from "zod";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { pdfSample } from "../../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { seedDemoPayments } from "../../../supabase/local/seed/demo-payments.ts";
import { addLandlordAddress } from "../../../supabase/tests/support/add-landlord-address.ts";
import { callAsStaff } from "../../support/pages/call-as-staff.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  addClaimItem,
  claimVersion,
  photoFile,
  sendReportPhoto,
} from "../../support/pages/claim-steps.ts";
import { downloadedPdf } from "../../support/pages/downloaded-pdf.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";
import { landlordLink } from "../../support/pages/landlord-leases.ts";
import { addStaff } from "../../support/pages/staff-data.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer, noConnection] };
interface Account {
  contractNumber: string;
  password: string;
}
const today = todayInBrasilia();
const tomorrow = todayInBrasilia(new Date(Date.now() + 86_400_000));
const landlord = "jose.locador@exemplo.com.br";

/** Confirms an e-mail address of the landlord of a demo contract. Returns the contract and the landlord's link. */
async function guaranteed(account: Account) {
  const { sql } = journey.stack;
  const [contract] = await sql`
    select id, lease_id from public.contracts where contract_number = ${account.contractNumber}`;
  const id = String(contract?.["id"]);
  await addLandlordAddress(sql, String(contract?.["lease_id"]), landlord);
  return { id, account, link: await landlordLink(journey.stack, landlord) };
}

type Guaranteed = Awaited<ReturnType<typeof guaranteed>>;

beforeAll(async () => {
  const { sql: database, supabase } = journey.stack;
  await seedDemoPayments({ ...supabase, database });
});

beforeEach(async () => {
  const { sql } = journey.stack;
  await sql`delete from public.rate_limits`;
  await sql`delete from public.lease_addresses where address = ${landlord}`;
  await sql`update private.staff_settings set undo_seconds = 0`;
});

async function openContract({ account }: Guaranteed): Promise<Page> {
  const page = await journey.newPage(phone);
  await openContractPage(journey.stack, page, account);
  return page;
}

/** Returns the link that confirms the latest account of a claim. */
async function accountLink(claimId: string): Promise<string> {
  const { sql, siteUrl } = journey.stack;
  const [row] = await sql`select private.claim_account_secret(${claimId}::uuid) as secret`;
  return `${siteUrl}/locador#conta=${String(row?.["secret"])}`;
}

/** Calls a database function as staff. decide-claim.full.test.ts tests the pages of staff. */
const asStaff = (
  name: string,
  args: Record<string, unknown>,
  account?: Awaited<ReturnType<typeof addStaff>>,
) => callAsStaff(journey.stack, name, args, account);

/**
 * Books the payment of a claim to the confirmed account. Returns the payment's id, and the number and code of its
 * receipt.
 */
async function payClaim(claimId: string) {
  const { sql } = journey.stack;
  const movementId = crypto.randomUUID();
  const [due] = await sql`
    select charge.id, charge.amount::float as amount, claim.account_changes as version
    from public.charges as charge join public.claims as claim on claim.id = charge.claim_id
    where charge.claim_id = ${claimId} and charge.is_open`;
  // The person who decided may not pay.
  await asStaff(
    "book_payment",
    {
      movement_id: movementId,
      charge_id: due?.["id"],
      paid_on: today,
      amount: due?.["amount"],
      seen_open: due?.["amount"],
      note: "Pix de hoje",
      account_version: due?.["version"],
    },
    await addStaff(journey.stack, "active"),
  );
  const [receipt] = await sql`
    select movement_id as "movementId", number, code from private.receipts
    where movement_id = ${movementId}`;
  return z.object({ movementId: z.string(), number: z.string(), code: z.string() }).parse(receipt);
}

const itemsSchema = z.array(z.object({ id: z.string(), asked: z.coerce.number() }));

/** Returns the items of a claim in their order. */
async function itemsOf(claimId: string) {
  return itemsSchema.parse([
    ...(await journey.stack.sql`
      select id, asked from public.claim_items where claim_id = ${claimId} order by place`),
  ]);
}

async function claimOn({ id }: Guaranteed): Promise<string> {
  const [row] = await journey.stack.sql`select id from public.claims where contract_id = ${id}`;
  return String(row?.["id"]);
}

const pdf = async (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(await pdfSample()),
});

it("two entry reports lead to a claim that is heard, decided and paid, on the phones of landlord and tenant", async () => {
  const { stack } = journey;
  const contract = await guaranteed(demoContract(journey.stack));
  const tenant = await openContract(contract);
  await sendReportPhoto(tenant, "entry");
  const owner = await journey.newPage(phone);
  await owner.goto(contract.link);
  await sendReportPhoto(owner, "entry");

  await owner.getByRole("button", { name: "Acionar a garantia" }).click();
  await expect(owner.getByText("Aluguéis e encargos não pagos")).toBeVisible();
  await owner.getByLabel("Dia do dano").fill(today);
  await owner.getByRole("button", { name: "Conferir e registrar" }).click();
  await expect(owner.getByText("Informe a chave Pix")).toBeVisible();
  await addClaimItem(owner, {
    kind: "repair",
    description: "Porta do quarto quebrada",
    amount: "850,00",
  });
  await addClaimItem(owner, {
    kind: "fine",
    description: "Multa da cláusula 9",
    amount: "1.200,50",
  });
  await checkAccessibility(owner);
  // A phone may reload the page when it opens the camera. The page keeps the items, but never the payment account.
  await owner.reload();
  await expect(owner.getByRole("strong").filter({ hasText: "Soma: R$ 2.050,50" })).toBeVisible();
  await owner.getByLabel("Chave Pix").fill("errada");
  await owner.getByLabel("Nome do titular").fill("José Pereira");
  await owner.getByLabel("CPF ou CNPJ do titular").fill("529.982.247-25");
  await owner.getByRole("button", { name: "Conferir e registrar" }).click();
  await expect(owner.getByText(/^Esta chave não existe/)).toBeVisible();
  await owner.getByLabel("Chave Pix").fill("jose@exemplo.com.br");
  await owner.getByRole("button", { name: "Conferir e registrar" }).click();
  const question = owner.getByRole("dialog", { name: "Registrar este pedido?" });
  await checkAccessibility(owner);
  await question.getByRole("button", { name: "Registrar o pedido" }).dblclick();
  await expect(owner.getByText(/Pedido registrado: PA-\d{4}-/)).toBeVisible();
  const claimId = await claimOn(contract);
  const door = owner.getByRole("listitem").filter({ hasText: "1. Reparo no imóvel" });
  await door.getByRole("heading", { name: "Enviar arquivos (1)" }).click();
  await door
    .getByLabel("Escolher fotos ou PDF")
    .setInputFiles([await photoFile("porta.jpg"), await pdf("orcamento.pdf")]);
  await expect(door.getByText("2 de 2 recebidos")).toBeVisible();
  await expect(door.getByRole("button", { name: /^Abrir/ })).toHaveCount(2);
  await checkAccessibility(owner);
  // The account waits for its mailed link. Its holder is not the landlord of the contract.
  await expect(owner.getByText("Conta nova, à espera da confirmação")).toBeVisible();
  await expect(owner.getByText("O titular desta conta não é o locador do contrato.")).toBeVisible();
  await owner.getByRole("button", { name: "Já enviei tudo" }).click();
  await owner.getByRole("button", { name: "Sim, começar o prazo do locatário" }).click();
  await expect(owner.getByText("Agora é com o locatário, até")).toBeVisible();

  await tenant.reload();
  await tenant.getByRole("button", { name: /^Ver e responder/ }).click();
  await expect(tenant.getByText("Agora é com você, até")).toBeVisible();
  await tenant.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(tenant.getByText("Responda ao menos a um item")).toBeVisible();
  await tenant.getByLabel("A sua resposta (1)").fill("A porta estava assim na entrada.");
  // The tenant's page also keeps unsent answers when it is reloaded.
  await tenant.reload();
  await expect(tenant.getByLabel("A sua resposta (1)")).toHaveValue(
    "A porta estava assim na entrada.",
  );
  await tenant.getByLabel("A sua resposta (2)").fill("Concordo com a multa.");
  await checkAccessibility(tenant);
  await tenant.getByRole("button", { name: "Enviar as respostas" }).click();
  await expect(tenant.getByText("Respostas recebidas.")).toBeVisible();
  await tenant.getByRole("button", { name: "Não tenho mais nada a acrescentar" }).click();
  await tenant.getByRole("button", { name: "Sim, seguir" }).click();
  await expect(tenant.getByText("Agora é com o locador, até")).toBeVisible();
  await expect(tenant.getByLabel("A sua resposta (1)")).toHaveCount(0);

  await owner.reload();
  await expect(owner.getByText("A porta estava assim na entrada.")).toBeVisible();
  await expect(owner.getByText("Agora é com você, até")).toBeVisible();
  await owner.getByRole("button", { name: "Não tenho mais nada a acrescentar" }).click();
  await owner.getByRole("button", { name: "Sim, seguir" }).click();
  await expect(owner.getByText("Agora é com a Payser, até")).toBeVisible();
  await owner.getByRole("button", { name: "Informar outra conta" }).click();
  await owner.getByLabel("Como quer receber").selectOption("bank");
  await owner.getByLabel("Banco").fill("Banco do Brasil");
  await owner.getByLabel("Tipo da conta").selectOption("checking");
  await owner.getByLabel("Agência").fill("0352-2");
  await owner.getByLabel("Conta, com o dígito").fill("12345-6");
  await owner.getByLabel("Nome do titular").fill("José Pereira");
  await owner.getByLabel("CPF ou CNPJ do titular").fill("529.982.247-25");
  await owner.getByRole("button", { name: "Enviar o link de confirmação" }).click();
  await expect(owner.getByText("Enviamos o link.")).toBeVisible();
  await expect(owner.getByText("Banco do Brasil, conta •••")).toBeVisible();
  await stack.mail(landlord, /^Confirme a conta do pedido/);
  const confirmation = await accountLink(claimId);
  const mailbox = await journey.newPage(phone);
  await mailbox.goto(confirmation);
  await checkAccessibility(mailbox);
  await mailbox.getByRole("button", { name: "Confirmar a conta" }).click();
  await expect(mailbox.getByText(/^Conta confirmada/)).toBeVisible();

  const items = await itemsOf(claimId);
  await asStaff("decide_claim", {
    claim_id: claimId,
    version: await claimVersion(stack, claimId),
    items: items.map(({ id, asked }) => ({
      id,
      granted: asked,
      reason: "Comprovado",
      clause: "5.1",
    })),
    recourse: 1200.5,
  });
  // Nothing is paid for two business days after a change of the account.
  await owner.reload();
  await expect(owner.getByText("Por segurança, pagamos nela só a partir de")).toBeVisible();
  await stack.sql`
    update public.claims set account_since = now() - interval '10 days' where id = ${claimId}`;
  const receipt = await payClaim(claimId);
  await owner.reload();
  const paid = `Pagamos R$ 2.050,50 em ${formatShortDate(today)}`;
  await expect(owner.getByText(`${paid}.`)).toBeVisible();
  const payment = owner.getByRole("listitem").filter({ hasText: receipt.number });
  await expect(payment).toContainText(`${paid}: Banco do Brasil, conta •••`);
  const proof = await downloadedPdf(owner, `Baixar o recibo (PDF) ${receipt.number}`);
  expect(proof).toContain("R$ 2.050,50");
  expect(proof).toContain("Quem recebeu José Pereira");
  await checkAccessibility(owner);
  await tenant.reload();
  await expect(tenant.getByText("Valor a recuperar: R$ 1.200,50 (A combinar).")).toBeVisible();
  await checkAccessibility(tenant);
  const told = tenant.getByRole("listitem").filter({ hasText: receipt.number });
  await expect(told).toContainText(`Pagamos R$ 2.050,50 ao locador em ${formatShortDate(today)}.`);
  await tenant.emulateMedia({ media: "print" });
  await expect(tenant.getByText(/^Impresso em/)).toBeVisible();
  await expect(tenant.getByRole("button", { name: "Imprimir" })).toBeHidden();

  await asStaff("reverse_payment", { movement_id: receipt.movementId, reason: "Conta errada" });
  await owner.reload();
  await expect(payment).toContainText(`foi estornado em ${formatShortDate(today)}.`);
  await expect(owner.getByText("Agora é com a Payser, até")).toBeVisible();
});

it("a claim refused in part is reviewed with silence noted, and what is answered later is decided again", async () => {
  const { stack } = journey;
  const contract = await guaranteed(stack.supabase.accounts.inInstalments);
  const owner = await journey.newPage(phone);
  await owner.goto(contract.link);
  await owner.getByRole("button", { name: "Acionar a garantia" }).click();
  await owner.getByLabel("Dia do dano").fill(today);
  await addClaimItem(owner, {
    kind: "painting",
    description: "Pintura da sala e do corredor",
    amount: "1.000,00",
  });
  await owner.getByLabel("Como quer receber").selectOption("later");
  await owner.getByRole("button", { name: "Conferir e registrar" }).click();
  // The first attempt to send the claim fails. The form keeps its values for the second attempt.
  await owner.route("**/functions/v1/landlord-claim", (route) => route.abort());
  const question = owner.getByRole("dialog", { name: "Registrar este pedido?" });
  await question.getByRole("button", { name: "Registrar o pedido" }).click();
  await expect(question.getByText("O que você preencheu continua aqui")).toBeVisible();
  await owner.unroute("**/functions/v1/landlord-claim");
  await question.getByRole("button", { name: "Registrar o pedido" }).click();
  await expect(owner.getByText(/Pedido registrado: PA-/)).toBeVisible();
  const claimId = await claimOn(contract);

  await stack.sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1, tenant_turns = 1
    where id = ${claimId}`;
  // The schedule notes the silence, which raises the version of the claim, so it must not happen between two calls.
  await stack.sql`select private.note_silence()`;
  const [item] = await itemsOf(claimId);
  await asStaff("ask_for_claim", {
    claim_id: claimId,
    version: await claimVersion(stack, claimId),
    side: "landlord",
    text: "Envie o orçamento da pintura.",
    until: tomorrow,
  });
  await owner.reload();
  await expect(owner.getByText("Envie o orçamento da pintura.")).toBeVisible();
  await checkAccessibility(owner);
  await owner.getByRole("button", { name: "Já enviei o que faltava" }).click();
  await expect(owner.getByText("Envie o orçamento da pintura.")).toBeHidden();
  await asStaff("decide_claim", {
    claim_id: claimId,
    version: await claimVersion(stack, claimId),
    items: [{ id: item?.id, granted: 400, reason: "Só a sala está no laudo.", clause: "5.2" }],
    recourse: 0,
  });

  await owner.reload();
  await expect(owner.getByText("Só a sala está no laudo.")).toBeVisible();
  await expect(owner.getByText(/não respondeu a este item no prazo/)).toBeVisible();
  await owner.getByRole("button", { name: "Pedir a revisão" }).click();
  await expect(owner.getByText("Conte o que deve ser revisto")).toBeVisible();
  await owner.getByLabel("1. Pintura e paredes").check();
  await owner
    .getByLabel("Por que a decisão deve mudar?")
    .fill("O corredor está nas fotos 3 e 4 da vistoria de entrada.");
  await checkAccessibility(owner);
  await owner.getByRole("button", { name: "Pedir a revisão" }).click();
  await expect(owner.getByText("Em revisão")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Pedir a revisão" })).toHaveCount(0);

  const tenant = await openContract(contract);
  await tenant.getByRole("button", { name: /^Ver (?:o pedido|e responder)/ }).click();
  await expect(tenant.getByText("O corredor está nas fotos 3 e 4")).toBeVisible();
  await checkAccessibility(tenant);
  // Staff decide the review after the other side has answered it.
  const asked = tenant.getByRole("region", { name: "O locador pediu a revisão: item 1" });
  await asked.getByLabel("A sua resposta").fill("O corredor já estava assim.");
  await asked.getByRole("button", { name: "Enviar a resposta" }).click();
  await expect(asked).toContainText("Resposta da outra parte");
  const colleague = await addStaff(stack, "active");
  await asStaff(
    "decide_claim",
    {
      claim_id: claimId,
      version: await claimVersion(stack, claimId),
      items: [{ id: item?.id, granted: 1000, reason: "Revisto com as fotos.", clause: "5.2" }],
      recourse: 0,
    },
    colleague,
  );
  await tenant.reload();
  await expect(tenant.getByText("A decisão saiu: R$ 1.000,00 aprovados.")).toBeVisible();
  await tenant.goBack();
  await expect(tenant.getByRole("button", { name: /^Ver (?:o pedido|e responder)/ })).toBeVisible();
});
