import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { readPdf } from "../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { expect, startJourney } from "../support/pages/journey.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
} from "../support/pages/stored-sessions.ts";

const journey = startJourney();

/** The demonstration's contract, as its tenant sees it. */
async function openContract(): Promise<Page> {
  const { stack } = journey;
  const [contract] = stack.supabase.accounts.contracts;
  if (!contract) throw new Error("The seed has a contract.");
  const session = await createSession(stack, await contractAccount(stack, contract));
  const page = await journey.newPage();
  const { contractNumber } = contract;
  await storeContractSession(stack, page, { contractNumber, session });
  await page.goto(`${stack.siteUrl}/contrato`);
  return page;
}

describe("a tenant's contract", () => {
  it("tells how long it holds, what is not covered, the letter's code and whom to ask", async () => {
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
    await expect(page.getByRole("link", { name: "contato@payser.example" }).first()).toBeVisible();
    await letter.getByRole("link", { name: "Verificar a carta" }).click();
    await expect(page.getByRole("heading", { name: "Carta verdadeira" })).toBeVisible();
  });

  it("fits on one printed page, with all that it says", async () => {
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
