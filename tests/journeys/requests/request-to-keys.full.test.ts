// @module-tag full
import sharp from "sharp";
import { beforeEach, it } from "vitest";
import { readCodes, readPdf } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { cpfs } from "../../support/pages/simulation-form.ts";
import {
  approveWithConditions,
  linkOf,
  mailTo,
  openAgain,
  openInQueue,
  sendConditions,
  simulate,
  trackingLink,
} from "../../support/pages/walk-request.ts";

const journey = startJourney();
const owner = "jose.locador@exemplo.com.br";
const phone = { width: 360, height: 780, expectedErrors: [refusedByServer] };
const desk = { width: 1440, height: 900, expectedErrors: [refusedByServer] };
/** Timeout of the whole test. The test waits for every mail and for the creation of two documents. */
const WHOLE_WAY_MS = 300_000;

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

it(
  "an empty form becomes a letter whose code, read from the PDF, opens /verificar as genuine",
  async () => {
    const applicant = {
      fullName: "Clara Caminho Inteiro",
      email: "clara@exemplo.com.br",
      cpf: cpfs[0],
    };
    const password = "chaves-na-mao-2026";
    const { stack } = journey;

    // The applicant fills in and sends the simulation on a phone.
    const page = await journey.open("/simular", phone);
    const protocol = await simulate(page, applicant);
    const received = await mailTo(journey, applicant, /Recebemos/);
    expect(received.text).toContain(protocol);
    const first = await linkOf(journey, applicant, { subject: /Recebemos/, link: trackingLink });
    await page.goto(first);
    await expect(page.locator("[aria-current=step]")).toContainText("Em análise");

    // A member of staff approves the request with conditions.
    const staff = await openInQueue(journey, applicant, desk);
    await approveWithConditions(staff);

    // The applicant reads the conditions, which name the exclusions.
    const offered = { subject: /condições de fiança/, link: trackingLink };
    expect(await linkOf(journey, applicant, offered)).toBe(first);
    await page.reload();
    const conditions = page.getByRole("region", { name: "Suas condições" });
    await expect(conditions).toContainText("Aluguéis e encargos não pagos");
    await expect(conditions).toContainText(/R\$\s1\.620,45/);
    await checkAccessibility(page);

    // The applicant asks a question and asks for other conditions before accepting.
    await page.getByText("Tem dúvidas ou quer algo diferente?").click();
    await page.getByRole("button", { name: "Perguntar" }).click();
    await page.getByLabel("Sobre qual cláusula?").selectOption({ index: 1 });
    await page.getByLabel("O que você quer saber?").fill("O condomínio conta para o limite?");
    await page.getByRole("button", { name: "Enviar pergunta" }).click();
    await expect(page.getByRole("heading", { name: "Pergunta enviada" })).toBeFocused();
    await page.getByRole("button", { name: "Pedir ajuste" }).click();
    await page.getByLabel("O que precisa mudar?").fill("Consigo pagar até R$ 1.500,00.");
    await page.getByRole("button", { name: "Enviar pedido de ajuste" }).click();
    await expect(page.getByRole("heading", { name: "Pedido de ajuste enviado" })).toBeFocused();

    // Staff answer the question by mail. They also offer adjusted conditions, which appear behind the tracking link.
    await staff.reload();
    await staff.getByText(/^Ajuste, pergunta ou recusa/).click();
    await staff
      .getByRole("region", { name: "Simulações" })
      .getByRole("button", { name: applicant.fullName })
      .click();
    const panel = staff.getByRole("region", { name: "Condições", exact: true });
    await expect(panel).toContainText("Consigo pagar até R$ 1.500,00.");
    await panel.getByRole("button", { name: /^Responder/ }).click();
    const answering = staff.getByRole("dialog", { name: "Responder à pergunta" });
    await answering.getByLabel("Resposta").fill("Conta, sim, até o limite da cobertura.");
    await answering.getByRole("button", { name: "Enviar resposta" }).click();
    await expect(answering).toHaveCount(0);
    await panel.getByRole("button", { name: /^Trocar as condições/ }).click();
    const adjusting = staff.getByRole("dialog", { name: /^Fazer proposta/ });
    await adjusting.getByLabel("Custo total do prazo").fill("1.500,00");
    await sendConditions(staff, adjusting, "Enviar condições");
    const answered = await mailTo(journey, applicant, /Respondemos à sua pergunta/);
    expect(answered.text).toContain("Conta, sim, até o limite da cobertura.");
    await page.reload();
    await expect(conditions).toContainText(/R\$\s1\.500,00/);
    await expect(page.getByRole("button", { name: "Pedir ajuste" })).toBeHidden();
    for (const box of await page.getByRole("checkbox").all()) {
      await expect(box).not.toBeChecked();
      await box.check();
    }
    await page.getByLabel("Nome completo").fill("clara caminho inteiro");
    await page.getByRole("heading", { name: "E-mail do locador" }).click();
    await page.getByLabel("E-mail do locador", { exact: true }).fill(`${owner.toUpperCase()} `);
    await page.getByRole("button", { name: "Aceitar e contratar" }).dblclick();
    await expect(page.getByRole("heading", { name: "Condições aceitas" })).toBeVisible();
    const accepted = await mailTo(journey, applicant, /contrato de fiança está pronto/);
    const made = await stack.sql`
    select contract_number as number from public.contracts where tenant_email = ${applicant.email}`;
    expect(made).toHaveLength(1);
    const contractNumber = String(made[0]?.["number"]);
    expect(accepted.text).toContain(contractNumber);

    // The contract and the letter now exist. The mail about both contains a link for setting the first password.
    const ready = { subject: /pronto/, link: /https?:\S+\/nova-senha#\S+/ };
    const access = await linkOf(journey, applicant, ready);
    await page.reload();
    await expect(page.getByText(/Está assinado e começa em \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "O que vem agora" })).toBeVisible();
    await checkAccessibility(page);
    // The applicant cannot find the mail and does not know the contract number. A button in the first card of the
    // tracking page sends another mail.
    const now = page.getByRole("region", { name: "O que acontece agora" });
    await now.getByRole("button", { name: "Receber o link para criar a senha" }).click();
    await expect(page.getByText("Enviamos outro link ao e-mail do pedido.")).toBeVisible();
    await expect
      .poll(
        async () =>
          (await stack.mails(applicant.email)).filter(({ subject }) => /pronto/.test(subject))
            .length,
      )
      .toBe(2);
    await page.goto(await linkOf(journey, applicant, ready));
    await expect(page.getByRole("heading", { name: "Crie a sua senha" })).toBeVisible();
    const typed = page.getByLabel("Sua senha");
    await typed.fill(password);
    await page.getByRole("button", { name: "Mostrar Sua senha" }).click();
    await expect(typed).toHaveAttribute("type", "text");
    await expect(typed).toBeFocused();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Criar senha e entrar" }).click();
    await expect(page).toHaveURL(/\/contrato$/);
    await expect(page.getByText("Documentos do Contrato")).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Está assinado e começa em/ })).toBeVisible();
    await mailTo(journey, applicant, /foi criada/);
    // The link of the first mail is no longer valid. The page behind the link leads the applicant to the tracking page.
    const spent = await journey.newPage(phone);
    await spent.goto(access);
    await spent.getByLabel("Sua senha").fill(password);
    await spent.getByRole("button", { name: "Criar senha e entrar" }).click();
    await expect(spent.getByRole("link", { name: "Acompanhar o meu pedido" })).toBeVisible();
    await expect(page.getByText(contractNumber).first()).toBeVisible();

    // The downloaded letter contains the link to the verification page.
    const opened = page
      .context()
      .waitForEvent(
        "request",
        (request) => request.method() === "GET" && request.url().includes("/carta-de-fianca.pdf"),
      );
    await page.getByRole("button", { name: /Baixar Carta de fiança/ }).click();
    const file = await fetch((await opened).url());
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const letter = await readPdf(bytes);
    expect(letter.text).toContain(applicant.fullName);
    expect(letter.text).toContain("Aluguéis e encargos não pagos");
    const [code = ""] = await readCodes(bytes);
    expect(code).toMatch(new RegExp(`^${stack.siteUrl}/verificar#[0-9A-Z-]{12,14}$`));

    const landlord = await journey.newPage(phone);
    await landlord.goto(code);
    const verified = landlord.getByRole("region", { name: "Carta verdadeira" });
    await expect(verified).toContainText(/está assinada e começa a valer em/);
    await expect(verified).toContainText("C. C. I.");
    await expect(verified).toContainText(/R\$\s[\d.]+,\d\d/);
    await checkAccessibility(landlord);

    // The landlord whom the tenant named must press a button before the page shows the letter. Opening the link is not
    // enough, because mail scanners open links.
    const named = { fullName: "José Locador", email: owner, cpf: cpfs[0] };
    const owned = /https?:\S+\/locador#[\w-]{22}/;
    const area = await linkOf(journey, named, { subject: /Confirme o seu e-mail/, link: owned });
    await landlord.goto(area);
    await expect(landlord.getByText(/foi informado como o do locador/)).toBeVisible();
    await expect(landlord.getByRole("article")).toHaveCount(0);
    await checkAccessibility(landlord);
    await landlord.getByRole("button", { name: "Sim, sou eu" }).click();
    const guarantee = landlord.getByRole("article");
    await expect(guarantee).toContainText("C. C. I.");
    // The tenant gave the address, so it only reads until staff have checked it.
    await expect(guarantee).toContainText("Por enquanto, este e-mail só lê");
    const letters = landlord.getByRole("region", { name: "Vigências e cartas" });
    await expect(letters).toContainText(/R\$\s[\d.]+,\d\d/);
    await expect(landlord.locator("body")).not.toContainText(applicant.fullName);
    await checkAccessibility(landlord);
    const handed = landlord.waitForEvent("download");
    await letters.getByRole("button", { name: "Baixar a carta (PDF)" }).click();
    expect((await handed).suggestedFilename()).toBe("carta-de-fianca.pdf");
    await mailTo(journey, named, /foi emitida/);
    // A new link invalidates the landlord's former link when it is opened, not before.
    const lost = await journey.newPage(phone);
    await lost.goto(`${stack.siteUrl}/locador`);
    await lost.getByLabel("E-mail do locador").fill(owner);
    await lost.getByRole("button", { name: "Enviar novo link" }).click();
    await expect(lost.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
    const renewedArea = await linkOf(journey, named, {
      subject: /novo link de locador/,
      link: owned,
    });
    expect(renewedArea).not.toBe(area);
    await landlord.reload();
    await expect(guarantee).toContainText("C. C. I.");
    await lost.goto(renewedArea);
    await lost.reload();
    await expect(lost.getByRole("article")).toContainText("C. C. I.");
    await landlord.reload();
    await expect(landlord.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
    await landlord.goto(code);

    // The house number was wrong. Staff correct the number, and the tenant has to accept the correction.
    await staff.goto(`${stack.siteUrl}/admin/contratos`);
    await staff.getByLabel(/^Buscar por/).fill(contractNumber);
    await staff.getByRole("button", { name: new RegExp(contractNumber) }).click();
    await staff.getByRole("button", { name: "Corrigir dados" }).click();
    const correcting = staff.getByRole("dialog", { name: /Corrigir dados/ });
    await correcting.getByLabel(/Endereço do imóvel/).fill("Rua das Acácias, 4202");
    await correcting.getByLabel("Motivo").fill("O número do prédio estava errado.");
    await checkAccessibility(staff);
    await correcting.getByRole("button", { name: "Registrar correção" }).click();
    await expect(staff.getByText(/^Espera o aceite do locatário/)).toBeVisible();
    const asked = await mailTo(journey, applicant, /Confira uma correção/);
    expect(asked.text).toContain("O número do prédio estava errado.");
    await landlord.reload();
    await expect(verified).toBeVisible();
    await page.reload();
    const confirming = page.getByRole("region", { name: "Uma correção espera o seu aceite" });
    await expect(confirming).toContainText("Rua das Acácias, 4202");
    await checkAccessibility(page);
    // The tenant can accept the correction on the tracking page without signing in.
    await page.goto(first);
    await now.getByRole("button", { name: "Conferir a correção" }).click();
    await expect(confirming.getByRole("heading")).toBeFocused();
    await expect(confirming).toContainText("O número do prédio estava errado.");
    await checkAccessibility(page);
    const signature = confirming.getByLabel("O seu nome completo");
    await signature.fill("Outra Pessoa");
    await confirming.getByRole("button", { name: "Aceitar a correção" }).click();
    await expect(confirming.getByText("O nome não é o do contrato")).toBeVisible();
    await signature.fill("Clara caminho inteiro");
    await confirming.getByRole("button", { name: "Aceitar a correção" }).click();
    await expect(page.getByText(/^Correção aceita/)).toBeVisible();

    // The second version of the letter has a new code. The old code leads to a notice that the letter was replaced.
    const renewed = await mailTo(journey, applicant, /tem uma nova versão/);
    await mailTo(journey, named, /tem uma nova versão/);
    const [newCode = ""] = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}/.exec(renewed.text) ?? [];
    expect(code).not.toContain(newCode.replaceAll("-", ""));
    await landlord.reload();
    await expect(
      landlord.getByRole("heading", { name: /Esta carta foi substituída por uma nova versão, de/ }),
    ).toBeVisible();
    await checkAccessibility(landlord);
    await landlord.getByLabel("Código da carta").fill(newCode);
    await landlord.getByRole("button", { name: "Verificar" }).click();
    await expect(verified).toBeVisible();
    await page.goto(`${stack.siteUrl}/contrato`);
    await expect(confirming).toHaveCount(0);
    await expect(page.getByText("Carta de fiança (versão anterior)").first()).toBeVisible();

    // The contract is cancelled. Staff can offer new conditions without a new simulation, and the
    // tracking link stays valid.
    await staff.getByRole("button", { name: "Cancelar contrato" }).click();
    const cancelling = staff.getByRole("dialog", { name: /Cancelar o contrato/ });
    await cancelling.getByLabel("Motivo").fill("O imóvel mudou.");
    await cancelling.getByRole("button", { name: "Cancelar e avisar o locatário" }).click();
    await expect(cancelling).toBeHidden();
    await staff.goto(`${stack.siteUrl}/admin/simulacoes`);
    await staff.getByLabel(/^Buscar por/).fill(protocol);
    await staff
      .getByRole("region", { name: "Simulações" })
      .getByText(applicant.fullName)
      .first()
      .click();
    await expect(staff.getByText(`${contractNumber} (cancelado)`)).toBeVisible();
    await staff.getByRole("button", { name: /^Fazer proposta/ }).click();
    const offering = staff.getByRole("dialog", { name: /^Fazer proposta/ });
    await offering.getByLabel(/custo total do prazo/i).fill("1.500,00");
    await sendConditions(staff, offering, "Enviar condições");
    await page.goto(first);
    await expect(page.getByRole("button", { name: "Aceitar e contratar" })).toBeVisible();
  },
  WHOLE_WAY_MS,
);

it(
  "documents are refused and sent again, and conditions that nobody accepts expire",
  async () => {
    const applicant = {
      fullName: "Davi Documentos Depois",
      email: "davi@exemplo.com.br",
      cpf: cpfs[1],
    };
    const { stack } = journey;
    const page = await journey.open("/simular", phone);
    await simulate(page, applicant);

    // Staff ask for a document. The link in the mail leads to the page for uploads.
    const staff = await openInQueue(journey, applicant, desk);
    await staff.getByRole("button", { name: "Pedir documentos" }).click();
    const asking = staff.getByRole("dialog", { name: "Pedir documentos" });
    await asking.getByLabel("Comprovante de renda").check();
    await asking.getByLabel("O que a pessoa precisa saber").fill("Dos últimos três meses.");
    await asking.getByRole("button", { name: "Pedir por e-mail" }).click();
    const asked = { subject: /Precisamos de documentos/, link: trackingLink };
    await page.goto(await linkOf(journey, applicant, asked));
    await expect(page.getByText("Dos últimos três meses.")).toBeVisible();
    const documents = page.getByRole("region", { name: "Documentos" });
    const send = async (name: string) => {
      await documents.locator("input[type=file]").setInputFiles({
        name,
        mimeType: "image/png",
        buffer: await picture(),
      });
      await expect(documents.getByText("Em conferência")).toBeVisible();
    };
    await send("renda.png");

    // Staff refuse the first document, and the applicant reads the reason. Staff accept the second document.
    await openAgain(staff, applicant);
    await staff.getByRole("button", { name: /^Recusar \(/ }).click();
    const refusing = staff.getByRole("dialog", { name: /Recusar/ });
    await refusing.getByLabel("O que está errado").fill("A foto está cortada.");
    await refusing.getByRole("button", { name: "Recusar e avisar" }).click();
    await expect(refusing).toBeHidden();
    await expect
      .poll(async () => (await stack.mails(applicant.email)).map(({ text }) => text).join("\n"))
      .toContain("A foto está cortada.");
    await page.reload();
    await expect(documents.getByText("A foto está cortada.")).toBeVisible();
    await checkAccessibility(page);
    await send("renda-inteira.png");
    await openAgain(staff, applicant);
    await staff.getByRole("button", { name: /^Aceitar \(/ }).click();
    await expect(staff.getByText("Aceito", { exact: true })).toBeVisible();

    // Staff approve the request, but the applicant does not accept, so the conditions expire.
    await approveWithConditions(staff);
    await linkOf(journey, applicant, { subject: /condições de fiança/, link: trackingLink });
    await page.reload();
    const accept = page.getByRole("button", { name: "Aceitar e contratar" });
    await expect(accept).toBeVisible();
    await stack.sql`
    update public.offers set created_at = now() - interval '8 days',
      valid_until = now() - interval '1 second'
    from public.simulations
    where simulations.id = offers.simulation_id and simulations.email = ${applicant.email}`;
    await page.reload();
    await expect(page.getByRole("heading", { name: "Estas condições venceram" })).toBeVisible();
    await expect(accept).toHaveCount(0);
    await checkAccessibility(page);
    const made = await stack.sql`
    select from public.contracts where tenant_email = ${applicant.email}`;
    expect(made).toHaveLength(0);
  },
  WHOLE_WAY_MS,
);

/** Returns a small picture that the tests use as a phone photo. */
const picture = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: "#dde5e4" } })
    .png()
    .toBuffer();
