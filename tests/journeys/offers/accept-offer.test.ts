import type { Page } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { launchBrowser, openVisit } from "../../support/pages/browser.ts";
import { day } from "../../../supabase/tests/support/sample-rows.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
} from "../../support/pages/journey.ts";
import { addOffer, addOfferTo } from "../../support/pages/offers.ts";
import { createSession, storeStaffSession } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const sizes = [
  { width: 320, height: 700 },
  { width: 1440, height: 900 },
];
const fullName = "Amélia Aceita Condições";

const boxes = (page: Page) => page.getByRole("checkbox", { name: /^Li e aceito/ });
const accept = (page: Page) => page.getByRole("button", { name: "Aceitar e contratar" });
const conditions = (page: Page) => page.getByRole("region", { name: "Suas condições" });

async function open(size: (typeof sizes)[number], email: string, offer = {}) {
  const made = await addOffer(journey.stack, { full_name: fullName, email }, offer);
  const page = await journey.newPage({ ...size, expectedErrors: [refusedByServer, noConnection] });
  await page.goto(made.link);
  await expect(conditions(page)).toBeVisible();
  return { page, ...made };
}

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
  await journey.stack.sql`update private.staff_settings set undo_seconds = 0`;
});

for (const size of sizes) {
  describe(
    `an applicant with conditions at ${size.width} px`,
    size === sizes[0] ? {} : { tags: ["full"] },
    () => {
      it("reads the exclusions first and accepts clause by clause", async () => {
        const email = `amelia${size.width}@exemplo.com.br`;
        const { page, offerId } = await open(size, email);
        const text = (await conditions(page).textContent()) ?? "";
        const places = [
          "Aluguéis e encargos não pagos",
          "Pintura e recuperação",
          "Limite da cobertura",
        ];
        const found = places.map((words) => text.indexOf(words));
        expect(found.every((place) => place >= 0)).toBe(true);
        expect(found).toEqual(found.toSorted((one, other) => one - other));
        await expect(conditions(page)).toContainText(/R\$\s15\.124,20/);
        await expect(conditions(page)).toContainText(/R\$\s1\.620,45/);
        await expect(conditions(page)).toContainText("7 dias");
        await expect(page.locator("[aria-current=step]")).toContainText("Aceite");
        await checkAccessibility(page);

        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Baixar as condições em PDF" }).click();
        expect((await download).suggestedFilename()).toMatch(/^condicoes-PS-.*\.pdf$/);

        // The first clause is open, and all others are closed. A click on the checkbox of a closed clause only opens
        // the clause.
        const texts = page.locator(".limiting-clause details p");
        await expect(texts.first()).toBeVisible();
        await expect(texts.nth(2)).toBeHidden();
        await boxes(page).nth(2).click();
        await expect(boxes(page).nth(2)).not.toBeChecked();
        await expect(texts.nth(2)).toBeVisible();
        await expect(page.getByText("Leia e marque esta cláusula para aceitar")).toBeVisible();
        await page.emulateMedia({ media: "print" });
        for (const folded of await texts.all()) await expect(folded).toBeVisible();
        await page.emulateMedia({ media: "screen" });
        const total = await boxes(page).count();
        for (const box of await boxes(page).all()) await expect(box).not.toBeChecked();
        await expect(page.getByText(`0 de ${total} marcadas`)).toBeVisible();
        // The conditions show the name of the applicant, the masked CPF and the amounts before the applicant accepts.
        await expect(conditions(page)).toContainText(`Assine como: ${fullName}`);
        await expect(conditions(page)).toContainText(/\*{3}\.\d{3}\.\d{3}-\*{2}/);
        await expect(conditions(page)).toContainText(/R\$\s135,04 por mês, ou 7,5% do aluguel/);
        await accept(page).click();
        await expect(page.locator("[aria-invalid=true]")).toHaveCount(
          (await boxes(page).count()) + 1,
        );
        await expect(boxes(page).first()).toBeFocused();
        await checkAccessibility(page);
        await boxes(page).first().check();
        await expect(texts.first()).toBeHidden();
        await expect(texts.nth(1)).toBeVisible();
        await expect(page.getByText(`1 de ${total} marcadas`)).toBeVisible();
        await page.getByRole("button", { name: "Próxima" }).click();
        await expect(boxes(page).nth(1)).toBeFocused();
        for (const box of await boxes(page).all()) await box.check();
        const name = page.getByLabel("Nome completo");
        await name.fill("Outra Pessoa");
        await accept(page).click();
        await expect(page.getByText("O nome não é o do pedido")).toBeVisible();
        await expect(name).toHaveValue("Outra Pessoa");
        for (const box of await boxes(page).all()) await expect(box).toBeChecked();

        await name.fill("amelia aceita condicoes");
        await accept(page).dblclick();
        const accepted = page.getByRole("region", { name: "Condições aceitas" });
        await expect(accepted).toBeVisible();
        await expect(page.getByRole("heading", { name: "Condições aceitas" })).toBeFocused();
        const [contract] = await journey.stack.sql`
      select contract_number from public.contracts where offer_id = ${offerId}`;
        await expect(accepted).toContainText(String(contract?.["contract_number"]));
        await expect(accept(page)).toHaveCount(0);
        await checkAccessibility(page);
        await journey.stack.mail(email, /Seu contrato de fiança está pronto/);
        await page.reload();
        await expect(accepted).toBeVisible();
      });
    },
  );
}

it(
  "conditions are five screens of a phone, and fit it at double text size",
  { tags: ["full"] },
  async () => {
    const made = await addOffer(
      journey.stack,
      { full_name: fullName, email: "tela@exemplo.com.br" },
      { startDate: day(1), feeDueOn: day(1) },
    );
    const look = async (text: number) => {
      const browser = await launchBrowser([`--blink-settings=defaultFontSize=${text}`]);
      const { page, close } = await openVisit(browser, { width: 360, height: 800 });
      await page.goto(made.link);
      await expect(conditions(page)).toBeVisible();
      // The test waits for the site's font, because some texts need more lines in the wider fallback font.
      await page.evaluate(async () => void (await document.fonts.ready));
      const found = await page.evaluate(() => ({
        screens: (document.querySelector("main")?.scrollHeight ?? 0) / innerHeight,
        overflow: document.documentElement.scrollWidth - innerWidth,
        // Texts of the elements that extend beyond the right edge of the window.
        wider: [...document.querySelectorAll("main .card *:not(.sr-only)")]
          .filter((part) => part.getBoundingClientRect().right > innerWidth)
          .map((part) => part.textContent),
      }));
      await close();
      await browser.close();
      return found;
    };
    const usual = await look(16);
    expect(usual).toMatchObject({ overflow: 0, wider: [] });
    // The page is at most 5.3 screens long when only the first clause is open and the landlord's section is closed. A
    // protocol of wide letters adds one line of 28 px.
    expect(usual.screens).toBeLessThan(5.3 + 28 / 800);
    expect(await look(32)).toMatchObject({ overflow: 0, wider: [] });
  },
);

it(
  "an applicant who does not accept asks about a clause, asks for an adjustment and refuses the conditions",
  { tags: ["full"] },
  async () => {
    const { stack } = journey;
    const { page, simulationId } = await open({ width: 360, height: 780 }, "ajuste@exemplo.com.br");
    await page.getByRole("button", { name: "Ler as condições" }).click();
    await expect(page.getByRole("heading", { name: "Suas condições" })).toBeFocused();
    expect(new URL(page.url()).hash.length).toBeGreaterThan(20);

    await page.getByText("Tem dúvidas ou quer algo diferente?").click();
    await page.getByRole("button", { name: "Perguntar" }).click();
    const clause = page.getByLabel("Sobre qual cláusula?");
    await expect(clause).toBeFocused();
    await expect(clause).toHaveValue("");
    await clause.selectOption({ index: 1 });
    const question = page.getByLabel("O que você quer saber?");
    await question.fill("Os juros contam para o limite?");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Enviar pergunta" }).click();
    await expect(page.getByRole("heading", { name: "Pergunta enviada" })).toBeFocused();
    await expect(accept(page)).toBeVisible();

    await page.getByRole("button", { name: "Pedir ajuste" }).click();
    const wish = page.getByLabel("O que precisa mudar?");
    await expect(wish).toBeFocused();
    await wish.fill("curto");
    await page.getByRole("button", { name: "Enviar pedido de ajuste" }).click();
    await expect(page.getByText("Escreva pelo menos 10 caracteres")).toBeVisible();
    await wish.fill("Posso pagar em duas vezes?");
    await checkAccessibility(page);
    await page.route("**/functions/v1/answer-offer", (route) => route.abort());
    await page.getByRole("button", { name: "Enviar pedido de ajuste" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(wish).toHaveValue("Posso pagar em duas vezes?");
    await page.unroute("**/functions/v1/answer-offer");
    await page.getByRole("button", { name: "Enviar pedido de ajuste" }).click();
    await expect(page.getByRole("heading", { name: "Pedido de ajuste enviado" })).toBeFocused();
    await expect(page.locator("[aria-current=step]")).toContainText("Condições");
    await expect(page.getByText("você ainda pode aceitar as condições abaixo")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pedir ajuste" })).toHaveCount(0);

    await page.getByRole("button", { name: "Não quero" }).click();
    await page.getByLabel("Por que você não quer?").fill("Encontrei outra garantia.");
    await page.getByRole("button", { name: "Confirmar que não quero" }).click();
    await expect(page.getByRole("heading", { name: "Recebemos a sua resposta" })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Condições recusadas" })).toBeVisible();
    await expect(accept(page)).toHaveCount(0);
    await checkAccessibility(page);
    const [offer] = await stack.sql`
    select status, adjustment_reason, decline_reason from public.offers
    where simulation_id = ${simulationId}`;
    expect(offer).toEqual({
      status: "declined",
      adjustment_reason: "Posso pagar em duas vezes?",
      decline_reason: "Encontrei outra garantia.",
    });

    // Staff see the wish for an adjustment, the reason of the refusal, and the question.
    const desk = await journey.newPage({ width: 1440, height: 900 });
    await storeStaffSession(stack, desk, await createSession(stack, stack.supabase.accounts.staff));
    await desk.goto(`${stack.siteUrl}/admin/simulacoes`);
    await desk.getByText(/^Ajuste, pergunta ou recusa/).click();
    await desk
      .getByRole("region", { name: "Simulações" })
      .getByRole("button", { name: fullName })
      .click();
    const panel = desk.getByRole("region", { name: "Condições", exact: true });
    await expect(panel).toContainText("Recusada por quem pediu");
    await expect(panel).toContainText("Encontrei outra garantia.");
    await expect(panel).toContainText("Posso pagar em duas vezes?");
    await expect(panel.getByRole("button", { name: "Fazer proposta" })).toBeVisible();
    const line = desk.getByRole("button", { name: new RegExp(`^${fullName}`) });
    await expect(line).toContainText("Pergunta a responder");
    await checkAccessibility(desk);
    await panel.getByRole("button", { name: /^Responder/ }).click();
    const dialog = desk.getByRole("dialog", { name: "Responder à pergunta" });
    await expect(dialog).toContainText("Os juros contam para o limite?");
    const send = dialog.getByRole("button", { name: "Enviar resposta" });
    await send.click();
    await expect(dialog.getByText("Escreva pelo menos 10 caracteres")).toBeVisible();
    await dialog.getByLabel("Resposta").fill("Contam, sim, até o limite da cobertura.");
    await checkAccessibility(desk);
    await send.click();
    await expect(dialog).toHaveCount(0);
    await expect(panel).toContainText("Contam, sim, até o limite da cobertura.");
    await expect(line).not.toContainText("Pergunta a responder");
    const answered = await stack.mail("ajuste@exemplo.com.br", /Respondemos à sua pergunta/);
    expect(answered.text).toContain("Os juros contam para o limite?");
  },
);

it(
  "an acceptance that does not arrive keeps everything and is sent again",
  { tags: ["full"] },
  async () => {
    const { page } = await open({ width: 360, height: 780 }, "queda@exemplo.com.br");
    await page.route("**/functions/v1/accept-offer", (route) => route.abort());
    for (const box of await boxes(page).all()) await box.check();
    await page.getByLabel("Nome completo").fill(fullName);
    await accept(page).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel("Nome completo")).toHaveValue(fullName);
    for (const box of await boxes(page).all()) await expect(box).toBeChecked();
    await page.unroute("**/functions/v1/accept-offer");
    await accept(page).click();
    await expect(page.getByRole("heading", { name: "Condições aceitas" })).toBeVisible();
  },
);

it(
  "conditions that expire while they are read are refused with a notice",
  { tags: ["full"] },
  async () => {
    const { page, offerId } = await open({ width: 360, height: 780 }, "tarde@exemplo.com.br");
    for (const box of await boxes(page).all()) await box.check();
    await page.getByLabel("Nome completo").fill(fullName);
    await journey.stack.sql`
    update public.offers set created_at = now() - interval '2 days',
      valid_until = now() - interval '1 second' where id = ${offerId}`;
    await accept(page).click();
    await expect(page.getByRole("heading", { name: "Estas condições venceram" })).toBeVisible();
    await expect(page.getByText("O prazo das condições acabou sem aceite")).toBeVisible();
    await expect(accept(page)).toHaveCount(0);
    await checkAccessibility(page);
    const made = await journey.stack.sql`select from public.contracts where offer_id = ${offerId}`;
    expect(made).toHaveLength(0);
  },
);

it(
  "conditions that were replaced give way to the new ones on the page",
  { tags: ["full"] },
  async () => {
    const { page, simulationId } = await open({ width: 1440, height: 900 }, "troca@exemplo.com.br");
    await journey.stack.sql`
    update public.offers set status = 'withdrawn', closed_at = now()
    where simulation_id = ${simulationId}`;
    for (const box of await boxes(page).all()) await box.check();
    await page.getByLabel("Nome completo").fill(fullName);
    await accept(page).click();
    await expect(conditions(page)).toHaveCount(0);
    await expect(page.locator("[aria-current=step]")).toContainText("Condições");
  },
);

it("conditions with instalments, a past start and changes are read and accepted", async () => {
  const { stack } = journey;
  const email = "parcelas@exemplo.com.br";
  const first = await addOffer(stack, { full_name: fullName, email });
  await stack.mail(email, /^Suas condições/);
  const second = await addOfferTo(stack, first.simulationId, { fee: "1.500,00", instalments: "3" });
  const mail = await stack.mail(email, /^Novas condições da sua fiança/);
  expect(mail.text).toMatch(/R\$\s1\.500,00 \(antes:\sR\$\s1\.620,45\)/);
  const page = await journey.newPage({ width: 360, height: 780 });
  await page.goto(first.link);
  const changed = conditions(page).getByText("O que mudou").locator("..");
  await expect(changed).toContainText(
    /Taxa \(custo total\): R\$\s1\.500,00 \(antes:\sR\$\s1\.620,45\)/,
  );
  await expect(changed).toContainText("Pix em 3 parcelas mensais (antes: Pix à vista)");
  await expect(changed.getByRole("listitem")).toHaveCount(2);
  await expect(conditions(page)).toContainText("As chaves são entregues hoje.");
  await expect(conditions(page)).toContainText(/Parcela 3 de 3R\$\s500,00, até \d{2}\//);
  await expect(conditions(page)).toContainText(/em 3 parcelas mensais, a primeira com vencimento/);
  await checkAccessibility(page);
  for (const box of await boxes(page).all()) await box.check();
  await page.getByLabel("Nome completo").fill(fullName);
  await accept(page).click();
  const accepted = page.getByRole("region", { name: "Condições aceitas" });
  await expect(accepted).toContainText(/vence a parcela 1 de 3 da taxa, de R\$\s500,00/);
  const [contract] = await stack.sql`
      select payment_plan, instalments, payment_method from public.contracts
      where offer_id = ${second.offerId}`;
  expect(contract).toEqual({
    payment_plan: "pix",
    instalments: 3,
    payment_method: "Pix em 3 parcelas mensais",
  });
  const ready = await stack.mail(email, /Seu contrato de fiança está pronto/);
  expect(ready.text).toMatch(/Parcela: 1 de 3\n- Valor: R\$\s500,00/);
});
