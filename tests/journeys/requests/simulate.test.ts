import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { z } from "zod";
import { simulationExample } from "#contracts/requests/simulation-request.ts";
import { scriptBudgets } from "../../bench/script-bytes.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney } from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { tabTo } from "../../support/pages/keyboard.ts";
import {
  cpfs,
  failed,
  fillIn,
  startAnew,
  submitButton,
  succeeded,
} from "../../support/pages/simulation-form.ts";

const journey = startJourney();
const path = "/simular";
const functionUrl = "**/functions/v1/send-simulation-email";

const rowsOf = (email: string) =>
  journey.stack.sql`
    select *, birth_date::text as born from public.simulations where email = ${email}`;

describe("a visitor who simulates", () => {
  it("leaves a row and two e-mails, and finds the form empty again", async () => {
    const applicant = { fullName: "Maria Silva", email: "maria@exemplo.com.br", cpf: cpfs[0] };
    const page = await journey.open(path);
    await fillIn(page, { ...applicant, monthlyIncome: "5250,5", rentalValue: "1850" });
    await page.getByLabel("CPF").fill("");
    await page.getByLabel("CPF").pressSequentially(applicant.cpf);
    await expect(page.getByLabel("CPF")).toHaveValue("529.982.247-25");
    await expect(page.getByLabel("Telefone com WhatsApp")).toHaveValue("(44) 99999-8888");
    await expect(page.getByLabel("Renda mensal")).toHaveValue("5.250,50");
    await expect(page.getByLabel("Valor do aluguel")).toHaveValue("1.850");
    await submitButton(page).click();

    await succeeded(page);
    await checkAccessibility(page);
    await startAnew(page);
    await expect(page.getByLabel("Nome completo")).toHaveValue("");
    await expect(page.getByLabel("Nome completo")).toBeFocused();
    await expect(page.getByLabel("Estado")).toHaveValue("");
    await expect(page.getByRole("checkbox")).not.toBeChecked();
    await expect(page.locator(".validator-hint")).toHaveCount(0);
    await checkAccessibility(page);

    const [row, ...others] = await rowsOf(applicant.email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      full_name: "Maria Silva",
      status: "pending",
      phone: "44999998888",
      cpf: "52998224725",
      born: simulationExample.birthDate,
      monthly_income: "5250.50",
      rental_value: "1850.00",
      property_state: "PR",
      owner_contact: "4433334444",
      comments: simulationExample.comments,
      accepted_terms_version: "1",
    });
    const copy = await journey.stack.mail(applicant.email, /simulação/i);
    expect(copy.text).toContain("R$\u00a01.850,00");
    await journey.stack.mail(journey.stack.supabase.accounts.staff.email, /simulação/i);
  });

  it("may use the keyboard alone", { tags: ["full"] }, async () => {
    const page = await journey.open(path);
    const email = "teclado@exemplo.com.br";
    const { keyboard } = page;
    await page.getByLabel("Nome completo").focus();
    /** Presses Tab until the next field has the focus. Explanations between the fields can also get the focus. */
    const next = (id: string) => tabTo(page.locator(`#${id}`), 6);
    await keyboard.type("Teresa Teclado");
    for (const [id, text] of [
      ["email", email],
      ["phone", "44999998888"],
      ["cpf", cpfs[1]],
      // Day and month are both 10, so the text is valid in every date format.
      ["birthDate", "10101990"],
      ["monthlyIncome", "4000"],
      ["occupation", "Dentista"],
      ["propertyAddress", "Rua A, 100"],
      ["propertyCity", "Londrina"],
      ["propertyState", "Paran"],
      ["rentalValue", "1200"],
      ["ownerName", "Paula Dona"],
      ["ownerContact", "4433334444"],
      ["comments", "Nada"],
    ] as const) {
      await next(id);
      await keyboard.type(text);
    }
    await next("acceptedTerms");
    await keyboard.press("Space");
    await keyboard.press("Enter");
    await succeeded(page);
    expect(await rowsOf(email)).toMatchObject([{ born: "1990-10-10", property_state: "PR" }]);
  });

  it("sends once after many clicks", { tags: ["full"] }, async () => {
    const applicant = { fullName: "Davi Duplo", email: "duplo@exemplo.com.br", cpf: cpfs[2] };
    const page = await journey.open(path);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/functions/v1/")) posts += 1;
    });
    await fillIn(page, applicant);
    await submitButton(page).dblclick();
    await succeeded(page);
    expect(posts).toBe(1);
    expect(await rowsOf(applicant.email)).toHaveLength(1);
  });
});

it(
  "the form shows the effects of the rent beside it, and names itself to visitors from another product",
  { tags: ["full"] },
  async () => {
    const page = await journey.open("/payser-gestao", { width: 1440, height: 900 });
    await hydrate(page);
    await page.locator("main .hero-band a").first().click();
    await expect(page).toHaveURL(/\/simular#payser-gestao$/);
    const told = page.getByText("Quer contratar PAYSER Gestão?");
    await expect(told).toBeInViewport();
    await hydrate(page);
    await page.getByLabel("Valor do aluguel").fill("1850");
    const limit = page.getByRole("region", { name: "Até quanto a fiança cobre" });
    await expect(limit).toContainText("R$\u00a015.540,00");
    await page.getByRole("link", { name: "Fale com a gente sobre PAYSER Gestão" }).click();
    await expect(page).toHaveURL(/\/contato\?produto=payser-gestao$/);
  },
);

describe("mistakes in the form", () => {
  it("are all named with the texts of section 5, in a summary that leads to them", async () => {
    const page = await journey.open(path, { width: 360, height: 780 });
    await submitButton(page).click();
    const messages = [
      "Nome completo é obrigatório",
      "Informe seu e-mail",
      "Telefone deve ter no mínimo 10 dígitos",
      "CPF inválido",
      "Data de nascimento é obrigatória",
      "Renda mensal é obrigatória",
      "Profissão é obrigatória",
      "Endereço do imóvel é obrigatório",
      "Cidade é obrigatória",
      "Estado deve ter 2 caracteres",
      "Valor do aluguel é obrigatório",
      "Nome do proprietário é obrigatório",
      "Contato do proprietário é obrigatório",
      "Você deve aceitar os termos e condições",
    ];
    expect(await page.locator(".validator-hint").allTextContents()).toEqual(messages);
    const summary = page.getByRole("region", { name: "Confira os campos abaixo antes de enviar" });
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport();
    expect(await summary.getByRole("link").allTextContents()).toEqual(messages);
    await checkAccessibility(page);

    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const name = page.getByLabel("Nome completo");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Nome completo é obrigatório/);
    await page.keyboard.type("Ana");
    await expect(page.getByText("Nome completo é obrigatório")).toHaveCount(0);
    await summary.getByRole("link", { name: "CPF inválido" }).click();
    await expect(page.getByLabel("CPF")).toBeFocused();
  });

  it(
    "follow the rules of lengths, check digits, dates and amounts",
    { tags: ["full"] },
    async () => {
      const page = await journey.open(path);
      await page.getByLabel("Nome completo").fill("Jo");
      await page.getByLabel("Telefone com WhatsApp").fill("449999999");
      await page.getByLabel("CPF").fill("529.982.247-26");
      await page.getByLabel("Data de nascimento").fill("1919-12-31");
      await page.getByLabel("Renda mensal").fill("0");
      await page.getByLabel("Profissão").fill("X");
      await submitButton(page).click();
      for (const [id, message] of [
        ["fullName", "Nome completo é obrigatório"],
        ["phone", "Telefone deve ter no mínimo 10 dígitos"],
        ["cpf", "CPF inválido"],
        ["birthDate", "Informe uma data de nascimento entre 01/01/1920 e hoje"],
        ["monthlyIncome", "Informe um valor maior que zero"],
        ["occupation", "Profissão é obrigatória"],
      ]) {
        await expect(page.locator(`#${id}-erro`)).toHaveText(message ?? "");
      }
      const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" });
      await expect(page.getByLabel("Data de nascimento")).toHaveAttribute("min", "1920-01-01");
      await expect(page.getByLabel("Data de nascimento")).toHaveAttribute(
        "max",
        today.format(new Date()),
      );
    },
  );

  it("show at their fields when only the function finds them", { tags: ["full"] }, async () => {
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    await page.route(functionUrl, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const sent = z.looseObject({}).parse(route.request().postDataJSON());
      return route.continue({ postData: JSON.stringify({ ...sent, cpf: "11111111111" }) });
    });
    await fillIn(page, { fullName: "Rui Recusa", email: "rui@exemplo.com.br", cpf: cpfs[0] });
    await submitButton(page).click();
    await failed(page);
    await expect(page.locator("#cpf-erro")).toHaveText("CPF inválido");
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
    await expect(page.getByLabel("Nome completo")).toHaveValue("Rui Recusa");
  });
});

it("the terms open in a new tab and leave the form unchanged", { tags: ["full"] }, async () => {
  const page = await journey.open(path);
  await page.getByLabel("Nome completo").fill("Teo Termos");
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: /termos e condições/ }).click();
  await expect(await opened).toHaveURL(/\/termos\/versoes\/1$/);
  await expect(page.getByLabel("Nome completo")).toHaveValue("Teo Termos");
});

/** Returns the URLs of the scripts that came from the network. A URL appears once for each transfer. */
const transfers = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => "transferSize" in entry && entry.transferSize !== 0)
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );

it("a form's page takes at most 144 kB of script", { tags: ["full"] }, async () => {
  const page = await journey.newPage();
  for (const form of [path, "/parceiros", "/contato"]) {
    const scripts = new Map<string, Promise<Buffer>>();
    const collect = (response: { url(): string; body(): Promise<Buffer> }) => {
      if (response.url().endsWith(".js")) scripts.set(response.url(), response.body());
    };
    page.on("response", collect);
    await page.goto(journey.stack.siteUrl + form, { waitUntil: "networkidle" });
    await hydrate(page);
    page.off("response", collect);
    // Each script is transferred only once, although the page first fetches every script and then imports it.
    expect(await transfers(page)).toEqual([...new Set(await transfers(page))]);
    const bytes = (await Promise.all(scripts.values())).map((script) =>
      gzipSync(script, { level: 9 }),
    );
    const total = bytes.reduce((sum, { length }) => sum + length, 0);
    console.info(`${form}: ${total} bytes of script (gzip)`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(scriptBudgets.form);
    await page.context().clearCookies();
  }
});
