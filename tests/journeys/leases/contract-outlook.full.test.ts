// @module-tag full
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { readPdf } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import { demoContract, openContractPage } from "../../support/pages/stored-sessions.ts";

const journey = startJourney();

/** Opens the page of the demo contract with the tenant's session. */
async function openContract(): Promise<Page> {
  const { stack } = journey;
  const page = await journey.newPage();
  await openContractPage(stack, page, demoContract(stack));
  return page;
}

describe("a tenant's contract", () => {
  it("shows its term, its exclusions, the letter's code and a contact", async () => {
    const page = await openContract();
    await expect(
      page.getByRole("heading", { name: /^Faltam \d+ dias para o término$/ }),
    ).toBeVisible();
    await expect(page.getByText("termina em 31/01/2027")).toBeVisible();
    const exclusions = page.getByRole("region", { name: "O que não é coberto" });
    await expect(exclusions.getByRole("listitem").first()).toHaveText(
      "Aluguéis e encargos não pagos",
    );
    const letter = page.getByRole("region", { name: "Carta de fiança" });
    await expect(letter.getByText("7K3M-Q9ZT-4B0X")).toBeVisible();
    await expect(letter.getByText("01/02/2026 a 31/01/2027")).toBeVisible();
    // The letter is the first section. Its link opens a WhatsApp message that asks the landlord to verify the letter.
    await expect(page.locator("main h2").first()).toHaveText("Carta de fiança");
    const send = letter.getByRole("link", { name: "Enviar ao proprietário" });
    const href = decodeURIComponent((await send.getAttribute("href")) ?? "");
    expect(href).toMatch(
      /^https:\/\/wa\.me\/5544999990009\?text=.*7K3M-Q9ZT-4B0X.*\/verificar#7K3MQ9ZT4B0X$/,
    );
    await page.evaluate(() => {
      Object.assign(navigator, {
        share: async ({ text }: ShareData) => (document.title = text ?? ""),
      });
    });
    await send.click();
    await expect(page).toHaveTitle(/7K3M-Q9ZT-4B0X/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await letter.getByRole("button", { name: "Copiar o código" }).click();
    await expect(letter.getByRole("button", { name: "Código copiado" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("7K3M-Q9ZT-4B0X");
    await expect(page.getByRole("link", { name: "contato@payser.example" }).first()).toBeVisible();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Baixar as datas para a agenda" }).click();
    const calendar = await saved;
    expect(calendar.suggestedFilename()).toBe("datas-PF-2026-4D8A1F0C72.ics");
    expect(await readFile(await calendar.path(), "utf8")).toMatch(
      /DTSTART;VALUE=DATE:20270131\r\n[^]*SUMMARY:Último dia da fiança do aluguel/,
    );
    await letter.getByRole("link", { name: "Verificar a carta" }).click();
    await expect(page.getByRole("heading", { name: "Carta verdadeira" })).toBeVisible();
  });

  it("says above and beside its number that its letter waits for the fee", async () => {
    const { sql } = journey.stack;
    await sql`update public.contracts set letter_fee = 'awaited'`;
    const page = await openContract();
    await expect(page.getByRole("heading", { name: /^Aguardando pagamento: / })).toBeVisible();
    const sheet = page.getByRole("article", { name: /PF-2026-/ });
    await expect(sheet.getByText("Aguardando pagamento", { exact: true })).toBeVisible();
    await sql`update public.contracts set letter_fee = 'apart'`;
  });

  it("fits on one printed page with all of its content", async () => {
    const page = await openContract();
    await expect(page.getByText("7K3M-Q9ZT-4B0X")).toBeVisible();
    const { pages, text } = await readPdf(
      await page.pdf({ format: "A4", preferCSSPageSize: true }),
    );
    expect(pages).toBe(1);
    for (const words of ["15.540,00", "Aluguéis e encargos não pagos", "7K3M-Q9ZT-4B0X"]) {
      expect(text).toContain(words);
    }
  });
});
