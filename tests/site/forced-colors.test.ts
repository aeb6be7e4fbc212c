import type { Locator, Page } from "@playwright/test";
import { expect, test } from "vitest";
import { paths } from "../../web/config/paths.ts";
import { openVisit } from "../support/browser.ts";
import { hydrate } from "../support/hydrate.ts";
import { runSite } from "./run-site.ts";

const site = runSite();

/** Backgrounds are the system's own there: what is chosen must show by something else. */
async function visitInForcedColours(
  path: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, unexpectedErrors, close } = await openVisit(site.browser, { width: 1280 });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto(site.stack.siteUrl + path);
  await hydrate(page);
  await look(page);
  expect(unexpectedErrors).toEqual([]);
  await close();
}

const pictureOf = (part: Locator) =>
  part.screenshot({ animations: "disabled" }).then((picture) => picture.toString("base64"));

test("the selected tab of the sign-in looks different from the other in forced colours", async () => {
  await visitInForcedColours(paths.clientArea, async (page) => {
    const [first, second] = [page.getByRole("tab").nth(0), page.getByRole("tab").nth(1)];
    const selected = await pictureOf(first);
    await second.click();
    // Neither ring nor pointer may tell them apart.
    await page.getByRole("heading", { level: 1 }).click();
    expect(await first.getAttribute("aria-selected")).toBe("false");
    expect(await pictureOf(first)).not.toBe(selected);
  });
});

test("the step that one is at looks different from the others in forced colours", async () => {
  await visitInForcedColours(paths.simulation, async (page) => {
    const steps = page.locator(".form-progress .step");
    await page.getByLabel("Nome completo").focus();
    const elsewhere = [await pictureOf(steps.nth(1)), await pictureOf(steps.nth(2))];
    await page.getByLabel("Endereço do imóvel").focus();
    expect(await pictureOf(steps.nth(1))).not.toBe(elsewhere[0]);
    expect(await pictureOf(steps.nth(2))).toBe(elsewhere[1]);
  });
});
