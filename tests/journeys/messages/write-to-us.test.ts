import type { Page, Route } from "@playwright/test";
import { beforeEach, describe, it } from "vitest";
import { z } from "zod";
import { contactMessageExample } from "#contracts/messages/contact-message.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { fillByLabel } from "../../support/pages/fill-by-label.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { tabTo } from "../../support/pages/keyboard.ts";

const journey = startJourney();
const path = "/contato";
const functionUrl = "**/functions/v1/send-contact-message";

const fillIn = (page: Page, email: string) =>
  fillByLabel(page, "contactPage", { ...contactMessageExample, email });
const result = (page: Page) => page.getByRole("region", { name: "Recebemos a sua mensagem" });
const startAnew = (page: Page) =>
  page.getByRole("button", { name: "Escrever outra mensagem" }).click();
const submitButton = (page: Page) => page.getByRole("button", { name: "Enviar mensagem" });
const product = (page: Page) => page.getByLabel("Produto", { exact: true });
const rowsOf = (email: string) =>
  journey.stack.sql`select * from public.contact_messages where email = ${email}`;

beforeEach(async () => {
  await journey.stack.sql`delete from public.rate_limits`;
});

describe("a person who writes to the company", () => {
  it("leaves a row and two e-mails, and reads the protocol and the next steps", async () => {
    const email = "escreve@exemplo.com.br";
    const page = await journey.open(path);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(functionUrl, async (route) => {
      await held;
      await route.continue();
    });
    await fillIn(page, email);
    await submitButton(page).click();
    await expect(page.getByRole("button", { name: "Enviando..." })).toBeDisabled();
    answer();
    await expect(toast(page, "Mensagem enviada com sucesso!")).toContainText(
      "Entraremos em contato em breve.",
    );
    const rows = await rowsOf(email);
    expect(rows).toHaveLength(1);
    const protocol = String(rows[0]?.["protocol"]);
    await expect(page.getByRole("heading", { name: "Recebemos a sua mensagem" })).toBeFocused();
    for (const told of [protocol, email, "Atendemos de segunda a sexta"]) {
      await expect(result(page)).toContainText(told);
    }
    await expect(submitButton(page)).toBeHidden();
    await checkAccessibility(page);
    await page.reload();
    await expect(result(page)).toContainText(protocol);
    await startAnew(page);
    for (const label of ["Nome", "Assunto", "Mensagem"]) {
      await expect(page.getByLabel(label)).toHaveValue("");
    }
    await expect(product(page)).toHaveValue("");
    await checkAccessibility(page);

    expect(rows[0]).toMatchObject({
      status: "new",
      name: contactMessageExample.name,
      phone: "44988887777",
      subject: contactMessageExample.subject,
      product: "pag-payser",
      message: contactMessageExample.message,
    });
    const copy = await journey.stack.mail(email, /Recebemos a sua mensagem/);
    expect(copy.text).toContain(`Protocolo: ${protocol}`);
    const { staff } = journey.stack.supabase.accounts;
    const notice = await journey.stack.mail(staff.email, /mensagem de contato/);
    expect(notice.text).toContain("Produto: Pag Payser");
  });

  it("reads the server's own refusal beside its field, and keeps the typed text", async () => {
    const email = "recusada@exemplo.com.br";
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    // The request's phone number is replaced by one that the server refuses. An outdated page could send such a number.
    const sendOtherPhone = (route: Route) =>
      route.continue({
        postData: { ...z.looseObject({}).parse(route.request().postDataJSON()), phone: "123" },
      });
    await page.route(functionUrl, sendOtherPhone, { times: 1 });
    await fillIn(page, email);
    await submitButton(page).click();
    await expect(page.locator("#phone-erro")).toBeVisible();
    await expect(page.getByLabel("Mensagem")).toHaveValue(contactMessageExample.message);
    expect(await rowsOf(email)).toHaveLength(0);
    await submitButton(page).click();
    await expect(result(page)).toContainText(email);
    expect(await rowsOf(email)).toHaveLength(1);
  });

  it("reads every mistake under its field, on a narrow phone too", async () => {
    const page = await journey.open(path, { width: 320, height: 640 });
    await expect(page.getByText("* Campos obrigatórios")).toBeVisible();
    await page.getByLabel("Telefone ou WhatsApp").fill("4444");
    await submitButton(page).click();
    expect(await page.locator(".validator-hint").allTextContents()).toEqual([
      "Nome é obrigatório",
      "Informe seu e-mail",
      "Telefone inválido",
      "Assunto é obrigatório",
      "Mensagem é obrigatória",
    ]);
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await checkAccessibility(page);
  });

  it(
    "keeps the form during an outage, and a double click sends it once",
    { tags: ["full"] },
    async () => {
      const email = "sem-rede-no-contato@exemplo.com.br";
      const page = await journey.open(path, { expectedErrors: [noConnection] });
      await fillIn(page, email);
      await page.context().setOffline(true);
      await submitButton(page).click();
      await expect(toast(page, "Erro ao enviar mensagem")).toContainText(
        "Tente novamente mais tarde.",
      );
      await expect(page.getByLabel("Mensagem")).toHaveValue(contactMessageExample.message);
      await expect(product(page)).toHaveValue("pag-payser");
      await page.context().setOffline(false);
      await submitButton(page).dblclick();
      await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
      expect(await rowsOf(email)).toHaveLength(1);
    },
  );

  it("reads the reason of a refusal", { tags: ["full"] }, async () => {
    const { sql } = journey.stack;
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    await sql`update private.limits set most = 1 where action = 'contact-by-address'`;
    try {
      for (const title of ["Mensagem enviada com sucesso!", "Erro ao enviar mensagem"]) {
        await fillIn(page, "limite-no-contato@exemplo.com.br");
        await submitButton(page).click();
        await expect(toast(page, title)).toBeVisible();
        if (title.startsWith("Mensagem")) await startAnew(page);
      }
      await expect(toast(page, "Erro ao enviar mensagem")).toContainText(
        /Muitas tentativas\. Tente novamente em \d+ \w+\./,
      );
      await expect(page.getByLabel("Assunto")).toHaveValue(contactMessageExample.subject);
    } finally {
      await sql`update private.limits set most = 10 where action = 'contact-by-address'`;
    }
  });

  it("needs no mouse, no phone number and no product", { tags: ["full"] }, async () => {
    const email = "teclado-no-contato@exemplo.com.br";
    const page = await journey.newPage({ width: 360, height: 780 });
    await page.goto(journey.stack.siteUrl + path);
    for (const [label, text] of [
      ["Nome", "Teresa Teclado"],
      ["E-mail", email],
      ["Assunto", "Renovação"],
      ["Mensagem", "Como renovo?"],
    ] as const) {
      await tabTo(page.getByLabel(label).filter({ visible: true }).first());
      await page.keyboard.type(text);
    }
    await tabTo(submitButton(page));
    await page.keyboard.press("Enter");
    await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
    expect(await rowsOf(email)).toMatchObject([{ phone: null, product: null }]);
  });
});

describe("the product of a message", () => {
  /** Presses the second button at the top of a product page. The button leads to the contact form. */
  async function askAbout(page: Page, slug: string): Promise<void> {
    await page.goto(`${journey.stack.siteUrl}/${slug}`);
    await hydrate(page);
    await page.locator("main .hero-band a").nth(1).click();
    await expect(page).toHaveURL(`${journey.stack.siteUrl}/contato?produto=${slug}`);
    await hydrate(page);
  }

  it("is chosen for visitors from its page, and may be removed", { tags: ["full"] }, async () => {
    const email = "sem-produto@exemplo.com.br";
    const page = await journey.newPage();
    await askAbout(page, "payser-card");
    await expect(product(page)).toHaveValue("payser-card");
    await page.reload();
    await hydrate(page);
    await expect(product(page)).toHaveValue("payser-card");
    const { product: _product, ...others } = contactMessageExample;
    await fillByLabel(page, "contactPage", { ...others, email });
    await product(page).selectOption({ label: "Nenhum em especial" });
    await submitButton(page).click();
    await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
    expect(await rowsOf(email)).toMatchObject([{ product: null }]);
  });

  it("is that of the last page, while the rest of a draft stays", { tags: ["full"] }, async () => {
    const page = await journey.newPage();
    await askAbout(page, "pag-payser");
    await page.getByLabel("Assunto").fill("Preço da máquina");
    await askAbout(page, "payser-gestao");
    await expect(product(page)).toHaveValue("payser-gestao");
    await expect(page.getByLabel("Assunto")).toHaveValue("Preço da máquina");
  });

  it.each(["nada", "", "payser-card' or 1=1"])(
    "is empty when the address has %j",
    { tags: ["full"] },
    async (slug) => {
      const page = await journey.open(`${path}?produto=${encodeURIComponent(slug)}`);
      await expect(product(page)).toHaveValue("");
      await expect(product(page).locator("option:checked")).toHaveText("Nenhum em especial");
    },
  );

  it("is chosen and sent without JavaScript", { tags: ["full"] }, async () => {
    const page = await journey.newPage({ javaScriptEnabled: false });
    await page.goto(`${journey.stack.siteUrl}/pix-payser`);
    await page.locator("main .hero-band a").nth(1).click();
    await expect(product(page)).toHaveValue("pix-payser");
    const email = "pix-sem-script@exemplo.com.br";
    const { product: _product, ...others } = contactMessageExample;
    await fillByLabel(page, "contactPage", { ...others, email });
    await submitButton(page).click();
    await expect(page.locator("#resultado")).toContainText("Mensagem enviada com sucesso!");
    expect(await rowsOf(email)).toMatchObject([{ product: "pix-payser" }]);
  });
});
