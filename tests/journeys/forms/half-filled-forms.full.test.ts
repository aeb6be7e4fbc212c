// @module-tag full
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { expect, refusedByServer, startJourney, toast } from "../../support/pages/journey.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { cpfs, fillIn, submitButton, succeeded } from "../../support/pages/simulation-form.ts";
import { siteForms, typedIn, useForm } from "../../support/pages/site-forms.ts";

const journey = startJourney();
const path = "/simular";
const functionUrl = "**/functions/v1/send-simulation-email";
const applicant = { fullName: "Hugo Metade", email: "hugo@exemplo.com.br", cpf: cpfs[0] };
const publicForms = siteForms.filter(({ isPublic }) => isPublic);

/** Leaves the page by a link in the navigation, which is visible without scrolling. */
async function leaveFor(page: Page, name: string): Promise<void> {
  await page.locator(".site-nav").getByRole("link", { name, exact: true }).click();
}

describe("a half-filled form", () => {
  // One component stores the values of all forms. So the first form is tested with all three ways to leave a page, and
  // each of the other forms with one way.
  it.each(publicForms.map((form, place) => ({ ...form, place })))(
    "$name survives a reload, the way back or another page",
    async ({ place, ...form }) => {
      const page = await journey.open(form.path);
      await useForm(page, form, { press: false });
      // The CPF is never stored, so leaving the page loses the CPF.
      const { cpf: _cpf, ...kept } = await typedIn(page, form);

      const ways = [
        () => page.reload(),
        async () => {
          await page.goto(`${journey.stack.siteUrl}/termos`);
          await page.goBack();
        },
        async () => {
          await leaveFor(page, "Quem Somos");
          await expect(page).toHaveURL(/\/quem-somos$/);
          await page.goBack();
        },
      ];
      for (const leave of place === 0 ? ways : ways.slice(place, place + 1)) {
        await leave();
        await hydrate(page);
        await expect.poll(() => typedIn(page, form)).toMatchObject(kept);
      }
      const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      expect(stored.replace(/\D/g, "")).not.toContain(cpfs[0]);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    },
  );

  it("keeps text typed before hydration over kept text", async () => {
    const page = await journey.open(path);
    await page.getByLabel("Nome completo").fill("Antes da Recarga");
    await page.getByLabel("Profissão").fill("Padeira");
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${journey.stack.siteUrl}/simular?outra`);
    await page.getByLabel("Nome completo").fill("Depois da Recarga");
    arrive();
    await hydrate(page);
    await expect(page.getByLabel("Profissão")).toHaveValue("Padeira");
    await expect(page.getByLabel("Nome completo")).toHaveValue("Depois da Recarga");
  });

  it("is forgotten once it has arrived", async () => {
    const page = await journey.open(path);
    await fillIn(page, applicant);
    await submitButton(page).click();
    await succeeded(page);
    await page.reload();
    await hydrate(page);
    await expect(page.getByLabel("Nome completo")).toHaveValue("");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Hugo");
  });
});

describe("a person who leaves while the form is sent", () => {
  it.each([
    ["success", 200, "Simulação enviada com sucesso!"],
    ["failure", 503, "Erro ao enviar simulação"],
  ])("reads the notice of %s on the next page", async (_outcome, status, title) => {
    const page = await journey.open(path, { expectedErrors: [/status of 503/] });
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(functionUrl, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await held;
      const headers = { "access-control-allow-origin": "*" };
      return status === 200 ? route.continue() : route.fulfill({ status, headers, body: "" });
    });
    await fillIn(page, { ...applicant, email: `${status}@exemplo.com.br`, cpf: cpfs[1] });
    await submitButton(page).click();
    await leaveFor(page, "Quem Somos");
    await expect(page).toHaveURL(/\/quem-somos$/);
    answer();
    await expect(toast(page, title)).toBeVisible();
    await checkAccessibility(page);
  });
});

it("a form is empty on return after it has arrived", async () => {
  const page = await journey.open(path);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(functionUrl, async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await fillIn(page, { ...applicant, email: "volta@exemplo.com.br", cpf: cpfs[2] });
  await submitButton(page).click();
  await leaveFor(page, "Quem Somos");
  await expect(page).toHaveURL(/\/quem-somos$/);
  await page.goBack();
  await expect(page.getByLabel("Nome completo")).toHaveValue("Hugo Metade");
  answer();
  await succeeded(page);
  await expect(page.getByLabel("Nome completo")).toHaveValue("");
});

describe("a field", () => {
  it("is checked when it loses the focus, and the summary waits for the submit", async () => {
    const page = await journey.open(path);
    await page.getByLabel("CPF").fill("111.111.111-11");
    await expect(page.locator(".validator-hint")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(page.locator("#cpf-erro")).toHaveText("CPF inválido");
    await expect(page.locator(".validator-hint")).toHaveCount(1);
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toHaveCount(0);
    await page.getByLabel("CPF").fill("529.982.247-25");
    await expect(page.locator(".validator-hint")).toHaveCount(0);
    await page.getByLabel("Data de nascimento").fill(`${new Date().getFullYear() - 10}-01-01`);
    await page.getByLabel("Profissão").focus();
    await expect(page.locator("#birthDate-erro")).toContainText("É preciso ter 18 anos ou mais");
  });

  it("does not move a button that is clicked next", async () => {
    const page = await journey.open("/parceiros");
    await page.getByLabel("Mensagem").fill("x".repeat(1001));
    const submit = page.getByRole("button", { name: "Solicitar Parceria" });
    await submit.scrollIntoViewIfNeeded();
    const box = await submit.boundingBox();
    if (!box) throw new Error("The button is in view.");
    await page.mouse.move(box.x + box.width / 2, box.y + 3);
    await page.mouse.down();
    await page.waitForTimeout(300);
    await page.mouse.up();
    await expect(page.getByRole("region", { name: /Confira os campos/ })).toBeFocused();
  });
});

describe("the tick of a section", () => {
  const ticks = (page: Page) =>
    page
      .locator(".form-progress .step, .form-section > legend")
      .evaluateAll(
        (all) =>
          all.filter((element) =>
            ["::before", "::after"].some((pseudo) =>
              getComputedStyle(element, pseudo).content.includes("✓"),
            ),
          ).length,
      );

  it("waits until all of its fields are valid", async () => {
    const page = await journey.open(path);
    expect(await ticks(page)).toBe(0);
    await fillIn(page, applicant);
    // Each of the four sections shows two ticks: one in the list of sections and one beside the section's title.
    await expect.poll(() => ticks(page)).toBe(8);
    for (const [id, wrong, right] of [
      ["cpf", "111.111.111-11", "529.982.247-25"],
      ["phone", "44", "(44) 99999-8888"],
      ["birthDate", `${new Date().getFullYear() - 10}-01-01`, "1990-05-10"],
      ["email", "ana@exemplo", "ana@exemplo.com.br"],
      ["monthlyIncome", "0", "5.000"],
    ] as const) {
      await page.locator(`#${id}`).fill(wrong);
      await expect.poll(() => ticks(page), id).toBe(6);
      await page.locator(`#${id}`).fill(right);
      await expect.poll(() => ticks(page), id).toBe(8);
    }
  });

  it("goes when the function finds a mistake that the page did not", async () => {
    const page = await journey.open(path, { expectedErrors: [refusedByServer] });
    await page.route(functionUrl, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const sent: object = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify({ ...sent, cpf: "11111111111" }) });
    });
    await fillIn(page, applicant);
    await submitButton(page).click();
    await expect(page.locator("#cpf-erro")).toBeVisible();
    await expect.poll(() => ticks(page)).toBe(6);
  });

  it("never stands before a mistake in the summary", async () => {
    const page = await journey.open(path);
    // The second and third section are valid and show ticks. The style of the ticks must not apply to the mistakes in
    // the summary.
    await fillIn(page, { ...applicant, email: "", cpf: "" });
    await page.getByLabel("Telefone com WhatsApp").fill("44");
    await submitButton(page).click();
    const summary = page.getByRole("region", { name: /Confira os campos/ });
    await expect(summary.getByRole("link")).toHaveCount(3);
    expect(await ticks(page)).toBe(6);
    for (const link of await summary.getByRole("link").all()) {
      const before = await link.evaluate((shown) => getComputedStyle(shown, "::before").content);
      expect(before).toBe("none");
    }
    await checkAccessibility(page);
  });
});
