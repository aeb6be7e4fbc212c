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

const styleOf = (part: Locator, pseudo: string | null, property: string) =>
  part.evaluate(
    (element, [of, name]) => getComputedStyle(element, of).getPropertyValue(name ?? ""),
    [pseudo, property] as const,
  );

test("the selected tab of the sign-in has a border in forced colours", async () => {
  await visitInForcedColours(paths.clientArea, async (page) => {
    const width = (selected: boolean) =>
      styleOf(page.getByRole("tab", { selected }), null, "border-top-width");
    expect(await width(true)).toBe("1px");
    expect(await width(false)).toBe("0px");
  });
});

test("the step that one is at has another colour than the next in forced colours", async () => {
  await visitInForcedColours(paths.simulation, async (page) => {
    const colour = (index: number) =>
      styleOf(page.locator(".form-progress .step").nth(index), "::after", "background-color");
    await page.getByLabel("Nome completo").focus();
    expect(await colour(1)).toBe(await colour(2));
    await page.getByLabel("Endereço do imóvel").focus();
    expect(await colour(1)).not.toBe(await colour(2));
  });
});
