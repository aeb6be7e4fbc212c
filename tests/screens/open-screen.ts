import type { Page } from "@playwright/test";
import type { FullStack } from "../support/stacks/full-stack.ts";
import {
  contractAccount,
  createSession,
  storeContractSession,
  storeStaffSession,
} from "../support/pages/stored-sessions.ts";
import type { Screen } from "./screen.ts";

/** Brings a page into the state of a screen and scrolls to the top. */
export async function openScreen(of: FullStack, page: Page, screen: Screen): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(of, page, screen.as);
  await screen.arrange?.(page);
  await page.goto(of.siteUrl + screen.path);
  if (!screen.windowOnly) await loadImages(page);
  await screen.act?.(page);
  await page.mouse.move(0, 0);
  if (!screen.windowOnly) await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(300);
}

async function signIn(of: FullStack, page: Page, who: Screen["as"]): Promise<void> {
  const { contracts, ...staff } = of.supabase.accounts;
  if (who === "tenant") {
    const [contract] = contracts;
    if (!contract) throw new Error("The seed has a contract.");
    const session = await createSession(of, await contractAccount(of, contract));
    await storeContractSession(of, page, { session, contractNumber: contract.contractNumber });
  } else if (who) {
    await storeStaffSession(of, page, await createSession(of, staff[who]));
  }
}

/** Loads all images. Otherwise, images further down the page would load only when they come near the window. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}

/** Returns the elements that make a page wider than its window, each with the pixels beyond the right edge. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return Array.from(document.querySelectorAll("body *"), (element) => {
      const beyond = Math.ceil(element.getBoundingClientRect().right - innerWidth);
      return beyond > 0 && element.checkVisibility()
        ? `${element.tagName} ${element.className}: ${beyond}`
        : "";
    }).filter(Boolean);
  });
}
