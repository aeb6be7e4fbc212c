// @module-tag full
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { expect, noConnection, startJourney } from "../../support/pages/journey.ts";
import { cpfs, fillIn, submitButton, succeeded } from "../../support/pages/simulation-form.ts";

const journey = startJourney();
const path = "/simular";

const rowsOf = (email: string) =>
  journey.stack.sql`select * from public.simulations where email = ${email}`;

/** Copies a text to the clipboard and pastes it with the keyboard. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const source = document.createElement("textarea");
    source.value = copied;
    document.body.append(source);
    source.select();
    document.execCommand("copy");
    source.remove();
  }, text);
  await page.getByLabel(label).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
}

/** Types a text into a field and waits until the field shows the formatted text. */
async function enterMasked(page: Page, label: string, text: string, shown: string) {
  await page.getByLabel(label).pressSequentially(text);
  await expect(page.getByLabel(label)).toHaveValue(shown);
}

describe("an amount", () => {
  // This test checks the text in the field. Tests of the zod schema check the stored value for each typed text.
  it("is shown in the standard format when pasted or typed in another, and is stored as shown", async () => {
    const email = "valor@exemplo.com.br";
    const page = await journey.open(path);
    await fillIn(page, { fullName: "Vera Valor", email, cpf: cpfs[0] });
    for (const [text, shown] of [
      ["6500.00", "6.500,00"],
      ["1,234.56", "1.234,56"],
      ["R$ 7.300", "7.300"],
    ] as const) {
      await paste(page, "Renda mensal", text);
      await expect(page.getByLabel("Renda mensal")).toHaveValue(shown);
      await page.getByLabel("Valor do aluguel").fill("");
      await page.getByLabel("Valor do aluguel").pressSequentially(text);
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("Valor do aluguel")).toHaveValue(shown);
    }
    await submitButton(page).click();
    await succeeded(page);
    expect(await rowsOf(email)).toMatchObject([
      { monthly_income: "7300.00", rental_value: "7300.00" },
    ]);
  });

  it("is edited, deleted, undone and redone as in a field without a mask", async () => {
    const page = await journey.open(path);
    const field = page.getByLabel("Renda mensal");
    const { keyboard } = page;
    await enterMasked(page, "Renda mensal", "1234567", "1.234.567");
    for (let presses = 0; presses < 3; presses += 1) await keyboard.press("ArrowLeft");
    await keyboard.type("9");
    await expect(field).toHaveValue("12.349.567");
    await keyboard.type("8");
    await expect(field).toHaveValue("123.498.567");
    await keyboard.press("Backspace");
    await keyboard.press("Backspace");
    // The first press of Delete moves the caret past the point, and the second one deletes the digit after the point.
    await keyboard.press("Delete");
    await keyboard.press("Delete");
    await expect(field).toHaveValue("123.467");
    await keyboard.press("ControlOrMeta+z");
    await expect(field).toHaveValue("1.234.567");
    await keyboard.press("ControlOrMeta+z");
    await expect(field).toHaveValue("12.349.567");
    await keyboard.press("ControlOrMeta+Shift+z");
    await expect(field).toHaveValue("1.234.567");
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type("5");
    await expect(field).toHaveValue("5");
    await keyboard.press("ControlOrMeta+z");
    await expect(field).toHaveValue("1.234.567");
  });

  it("stays as pasted and is refused in words when it cannot be read", async () => {
    const page = await journey.open(path);
    await paste(page, "Renda mensal", "350 mil");
    await submitButton(page).click();
    await expect(page.locator("#monthlyIncome-erro")).toHaveText(
      "Escreva o valor em reais, por exemplo 1.234,56",
    );
    await expect(page.getByLabel("Renda mensal")).toHaveValue("350 mil");
  });
});

it("phone numbers are stored in E.164, Brazilian ones without trunk zero", async () => {
  const email = "mundo@exemplo.com.br";
  const page = await journey.open(path);
  await fillIn(page, { fullName: "Mia Mundo", email, cpf: cpfs[1] });
  await paste(page, "Telefone com WhatsApp", "+1 415 555 2671");
  await expect(page.getByLabel("Telefone com WhatsApp")).toHaveValue("+1 415 555 2671");
  await page.getByLabel("Contato do proprietário").fill("");
  await enterMasked(page, "Contato do proprietário", "044 99999-8888", "(44) 99999-8888");
  await submitButton(page).click();
  await succeeded(page);
  expect(await rowsOf(email)).toMatchObject([
    { phone: "+14155552671", owner_contact: "44999998888" },
  ]);
  const { email: inbox } = journey.stack.supabase.accounts.staff;
  const notice = await journey.stack.mail(inbox, /Mia Mundo/);
  expect(notice.text).toContain("+14155552671");
});

it("an address with an accent in its domain gets its mail", async () => {
  const page = await journey.open(path);
  await fillIn(page, { fullName: "Caio Café", email: "caio@café.com.br", cpf: cpfs[2] });
  await submitButton(page).click();
  await succeeded(page);
  expect(await rowsOf("caio@xn--caf-dma.com.br")).toHaveLength(1);
  const mail = await journey.stack.mail("caio@xn--caf-dma.com.br", /simulação/i);
  expect(mail.to).toEqual(["caio@xn--caf-dma.com.br"]);
});

it("text typed before hydration is formatted after it", async () => {
  const page = await journey.newPage();
  await page.goto(journey.stack.siteUrl + path);
  await page.getByLabel("Renda mensal").pressSequentially("1234567");
  await expect(page.getByLabel("Renda mensal")).toHaveValue("1.234.567");
  await page.keyboard.type("8");
  await expect(page.getByLabel("Renda mensal")).toHaveValue("12.345.678");
});

it("a form whose masks do not load accepts the same text and keeps it", async () => {
  const email = "sem-mascara@exemplo.com.br";
  const page = await journey.open(path, { expectedErrors: [noConnection] });
  await page.getByLabel("Nome completo").fill("Sem Máscara");
  await page.route("**/assets/*.js", (route) => route.abort());
  const missed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".js"));
  await page.getByLabel("Renda mensal").focus();
  await missed;
  await fillIn(page, { fullName: "Sem Máscara", email, cpf: cpfs[3] });
  await page.getByLabel("Renda mensal").fill("6500.00");
  await submitButton(page).click();
  await succeeded(page);
  expect(await rowsOf(email)).toMatchObject([{ monthly_income: "6500.00" }]);
});

it("the site opened as 127.0.0.1 can submit", async () => {
  const email = "numeros@exemplo.com.br";
  const page = await journey.newPage();
  await page.goto(journey.stack.siteUrl.replace("localhost", "127.0.0.1") + path);
  await fillIn(page, { fullName: "Nina Números", email, cpf: cpfs[4] });
  await submitButton(page).click();
  await succeeded(page);
  expect(await rowsOf(email)).toHaveLength(1);
});
