// @module-tag full
import { describe, it } from "vitest";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { startSite } from "../../../scripts/stack/start-site.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import {
  expect,
  noConnection,
  refusedByServer,
  startJourney,
  toast,
} from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
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

describe("a form at /simular", () => {
  it("keeps text typed before hydration, and an early submit is answered", async () => {
    const page = await journey.newPage();
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(journey.stack.siteUrl + path);
    await page.getByLabel("Nome completo").fill("Eva Antes");
    await page.getByLabel("CPF").fill("52998224725");
    await page.getByLabel("Estado").selectOption("Bahia");
    await page.getByRole("checkbox").check();
    await submitButton(page).click();
    arrive();
    await hydrate(page);
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("Nome completo")).toHaveValue("Eva Antes");
    await expect(page.getByLabel("Estado")).toHaveValue("BA");
    // These fields already had valid values before the application started, so they show no error.
    for (const id of ["fullName", "cpf", "propertyState", "acceptedTerms"]) {
      await expect(page.locator(`#${id}-erro`)).toHaveCount(0);
    }
  });

  it("sends an early submit when the network comes back, without another press", async () => {
    const page = await journey.newPage({ expectedErrors: [noConnection, /Failed to fetch/] });
    let lost = 0;
    await page.route("**/assets/*.js", (route) => (lost++ < 3 ? route.abort() : route.continue()));
    await page.goto(journey.stack.siteUrl + path);
    await page.getByLabel("Nome completo").fill("Iara Insiste");
    await submitButton(page).click();
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
    await expect(page.getByLabel("Nome completo")).toHaveValue("Iara Insiste");
  });

  it("survives a lost connection, and is sent when it is back", async () => {
    const applicant = { fullName: "Olga Sem Rede", email: "olga@exemplo.com.br", cpf: cpfs[3] };
    const page = await journey.open(path, { expectedErrors: [noConnection] });
    await fillIn(page, applicant);
    await page.context().setOffline(true);
    await submitButton(page).click();
    await failed(page);
    const alert = page.locator("form").getByRole("alert");
    await expect(alert).toContainText("o que você preencheu continua aqui");
    await expect(alert).toBeFocused();
    await expect(page.getByLabel("CPF")).toHaveValue("987.654.321-00");
    await checkAccessibility(page);

    await page.context().setOffline(false);
    await submitButton(page).click();
    await succeeded(page);
    await expect(alert).toHaveCount(0);
    expect(await rowsOf(applicant.email)).toHaveLength(1);
  });

  it("is stored once when the answer was lost and it is sent again", async () => {
    const applicant = { fullName: "Lia Perdida", email: "lia@exemplo.com.br", cpf: cpfs[4] };
    const page = await journey.open(path, { expectedErrors: [noConnection] });
    let lost = false;
    await page.route(functionUrl, async (route) => {
      if (lost || route.request().method() !== "POST") return route.continue();
      lost = true;
      await route.fetch();
      return route.abort();
    });
    await fillIn(page, applicant);
    await submitButton(page).click();
    await failed(page);
    expect(await rowsOf(applicant.email)).toHaveLength(1);
    await submitButton(page).click();
    await succeeded(page);
    expect(await rowsOf(applicant.email)).toHaveLength(1);
  });

  it("survives a limit, whose waiting time is shown", async () => {
    const { sql } = journey.stack;
    const applicant = { fullName: "Lino Limite", email: "lino@exemplo.com.br", cpf: cpfs[5] };
    await sql`update private.limits set most = 1 where action = 'simulation-by-cpf-and-address'`;
    try {
      const page = await journey.open(path, { expectedErrors: [refusedByServer] });
      await fillIn(page, applicant);
      await submitButton(page).click();
      await succeeded(page);
      await startAnew(page);
      await fillIn(page, applicant);
      await submitButton(page).click();
      const wait = /Muitas tentativas\. Tente novamente em \d+ (hora|minuto|segundo)s?\./;
      await expect(toast(page, "Erro ao enviar simulação")).toContainText(wait);
      await expect(page.locator("form").getByRole("alert")).toContainText(wait);
      await expect(page.getByLabel("Nome completo")).toHaveValue("Lino Limite");
    } finally {
      await sql`update private.limits set most = 5 where action = 'simulation-by-cpf-and-address'`;
    }
  });

  it("accepts pasted values in common spellings", async () => {
    const page = await journey.open(path);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [label, pasted, shown] of [
      ["CPF", " 529.982.247-25\n", "529.982.247-25"],
      ["Telefone com WhatsApp", "+55 (44) 99999-8888", "(44) 99999-8888"],
      ["Renda mensal", "R$ 12.345,67", "12.345,67"],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await page.getByLabel(label).focus();
      await page.keyboard.press("Control+V");
      await expect(page.getByLabel(label)).toHaveValue(shown);
    }
    // Replacing a digit in the middle of the number keeps the caret at that digit.
    await page.getByLabel("CPF").focus();
    await page.keyboard.press("Home");
    for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("3");
    await expect(page.getByLabel("CPF")).toHaveValue("539.982.247-25");
  });
});

describe("an outage", () => {
  it("keeps the form with the text of the catalogue when the functions fail", async () => {
    const page = await journey.open(path, { expectedErrors: [/status of 502/] });
    await page.route(functionUrl, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 502,
            body: "Bad Gateway",
            headers: { "access-control-allow-origin": "*" },
          })
        : route.continue(),
    );
    await fillIn(page, { fullName: "Fábio Fora", email: "fora@exemplo.com.br", cpf: cpfs[0] });
    await submitButton(page).click();
    await failed(page);
    await expect(page.getByLabel("Nome completo")).toHaveValue("Fábio Fora");
  });

  it("does not concern the visitor when mail fails: the e-mail comes later", async () => {
    const applicant = { fullName: "Mara Correio", email: "mara@exemplo.com.br", cpf: cpfs[0] };
    const { smtp } = journey.stack.supabase;
    await smtp.stop();
    try {
      const page = await journey.open(path);
      await fillIn(page, applicant);
      await submitButton(page).click();
      await succeeded(page);
    } finally {
      await smtp.start();
    }
    await journey.stack.sql`
      update public.outgoing_mail set next_attempt_at = now() where status = 'queued'`;
    await journey.stack.mail(applicant.email, /simulação/i);
  });

  it("is announced before anything is typed when the whole backend fails", async () => {
    const port = await findFreePort();
    const site = await startSite({
      ...localProject,
      port,
      siteUrl: `http://localhost:${port}`,
      apiHost: journey.stack.contentUrl,
      token: undefined,
      supabase: undefined,
    });
    try {
      const page = await journey.newPage();
      await page.goto(site.url + path);
      await expect(page.getByText("O envio está indisponível no momento.")).toBeVisible();
      await expect(submitButton(page)).toBeDisabled();
      await checkAccessibility(page);
      await page.close();
    } finally {
      await site.close();
    }
  });
});
