// @module-tag full
import type { Page } from "@playwright/test";
import { describe, it } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import type { VisitOptions } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { expect, startJourney } from "../../support/pages/journey.ts";
import {
  contractAccount,
  createSession,
  type StoredSession,
  storeContractSession,
} from "../../support/pages/stored-sessions.ts";

const journey = startJourney();
const loginUrl = () => `${journey.stack.siteUrl}/area-cliente?aba=cliente`;

type Stored = { contractNumber?: string; session?: StoredSession };

async function signIn(index: 0 | 1) {
  const contract = journey.stack.supabase.accounts.contracts[index];
  if (!contract) throw new Error("The seed has two contracts.");
  const account = await contractAccount(journey.stack, contract);
  const session = await createSession(journey.stack, account);
  return { contractNumber: contract.contractNumber, session };
}

async function show(page: Page, stored: Stored): Promise<Page> {
  await storeContractSession(journey.stack, page, stored);
  await page.goto(`${journey.stack.siteUrl}/contrato`);
  return page;
}

const openContract = async (stored: Stored, options: VisitOptions = {}) =>
  show(await journey.newPage(options), stored);

it("an unavailable document leaves no empty tab behind when the page has moved on", async () => {
  const page = await openContract(await signIn(0), {
    expectedErrors: [/status of 4\d\d/, /net::/],
  });
  let fail = () => {};
  const held = new Promise<void>((resolve) => (fail = resolve));
  await page.route("**/storage/v1/object/sign/**", async (route) => {
    await held;
    await route.abort();
  });
  await page.getByRole("button", { name: "Baixar Carta de fiança" }).click();
  await expect.poll(() => page.context().pages().length).toBe(2);
  await page.getByRole("link", { name: "Quem Somos" }).first().click();
  await expect(page).toHaveURL(/quem-somos$/);
  fail();
  await expect.poll(() => page.context().pages().length).toBe(1);
});

it("a first visit asks for a sign-in", async () => {
  const page = await openContract({});
  await expect(page).toHaveURL(loginUrl());
  await expect(page.getByText("Entre para ver o seu contrato.")).toBeVisible();
  await expect(page.getByText("Sessão expirada")).toHaveCount(0);
  await checkAccessibility(page);
});

describe("two tabs", () => {
  /** Opens a second tab of the same browser, with these values in the session storage. */
  const openBeside = async (page: Page, stored: Stored) =>
    show(await page.context().newPage(), stored);

  it("show two contracts, and signing out of one leaves the other working", async () => {
    const [own, theirs] = [await signIn(0), await signIn(1)];
    const page = await openContract(own);
    await expect(page.getByText(own.contractNumber)).toBeVisible();
    const other = await openBeside(page, theirs);
    await expect(other.getByText(theirs.contractNumber)).toBeVisible();
    await other.getByRole("button", { name: "Sair" }).click();
    await expect(other).toHaveURL(loginUrl());
    await expect(page.getByText(own.contractNumber)).toBeVisible();
    await page.reload();
    await expect(page.getByText(own.contractNumber)).toBeVisible();
  });

  it("open at /contrato independently of each other", async () => {
    const own = await signIn(0);
    const page = await openContract(own);
    await expect(page.getByText(own.contractNumber)).toBeVisible();
    const other = await openBeside(page, {});
    await expect(other.getByText("Entre para ver o seu contrato.")).toBeVisible();
    await expect(page.getByText(own.contractNumber)).toBeVisible();
    await expect(page).toHaveURL(/contrato$/);
  });

  it("have separate sessions when one is a copy, which asks to sign in", async () => {
    const own = await signIn(0);
    const page = await openContract(own);
    await expect(page.getByText(own.contractNumber)).toBeVisible();
    const popup = page.waitForEvent("popup");
    // window.open copies the session storage, like the browser's command that duplicates a tab.
    await page.evaluate(() => void window.open("/contrato"));
    const copy = await popup;
    await expect(copy).toHaveURL(loginUrl());
    await expect(copy.getByText("Entre para ver o seu contrato.")).toBeVisible();
    expect(await copy.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(
      "payser-contrato",
    );
    await page.reload();
    await expect(page.getByText(own.contractNumber)).toBeVisible();
  });
});

describe("the header", () => {
  it.each([360, 1440])("leads a tenant to the contract at %i px", async (width) => {
    const page = await openContract(await signIn(0), { width });
    const menu = () =>
      width < 1024 ? page.locator(".mobile-menu summary").first().click() : undefined;
    await expect(page.getByRole("button", { name: "Sair" })).toBeVisible();
    await page.goto(`${journey.stack.siteUrl}/quem-somos`);
    const own = page.getByRole("banner").getByRole("link", { name: "Meu contrato" });
    // The header shows the link to the contract instead of the sign-in link before the application has loaded.
    const ways = page.getByRole("banner").locator("a[href*=contrato], a[href*=area-cliente]");
    const shown = await ways.evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).display !== "none")
        .map((link) => link.textContent),
    );
    expect([...new Set(shown)]).toEqual(["Meu contrato"]);
    expect(await page.evaluate(() => document.querySelectorAll("script[src]").length)).toBe(0);
    await hydrate(page);
    await menu();
    await expect(own.filter({ visible: true })).toHaveAttribute("href", "/contrato");
    await checkAccessibility(page);
    await own.filter({ visible: true }).click();
    await page.getByRole("button", { name: "Sair" }).click();
    await expect(page).toHaveURL(loginUrl());
    await menu();
    const login = page.getByRole("banner").getByRole("link", { name: "Área do Cliente" });
    await expect(login.filter({ visible: true })).toHaveAttribute(
      "href",
      "/area-cliente?aba=cliente",
    );
    await expect(own.filter({ visible: true })).toHaveCount(0);
  });
});
