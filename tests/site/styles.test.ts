import type { Page } from "@playwright/test";
import { expect, test } from "vitest";
import { openVisit } from "../support/browser.ts";
import { useSite } from "./run-site.ts";
import { accountPaths, readSitemapPaths } from "./site-paths.ts";

const emptyImage = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const site = useSite();

/** Every value of every element of a page, by what it belongs to. */
const readStyles = (page: Page) =>
  page.evaluate(() => {
    const rows: Record<string, string> = {};
    // Options show once a list is opened, which is use of the page.
    const seen = document.querySelectorAll("body, body :not(script, option, svg *)");
    seen.forEach((element, index) => {
      const isField = element.matches("[placeholder]");
      for (const part of [
        undefined,
        "::before",
        "::after",
        ...(isField ? ["::placeholder"] : []),
      ]) {
        const style = getComputedStyle(element, part);
        if (part && !isField && style.content === "none") continue;
        const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
        const name = `${index} ${element.tagName} ${element.getAttribute("class")}${part ?? ""}`;
        rows[name] = values.join("; ");
      }
    });
    return rows;
  });

const addWholeSheet = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = document.documentElement.dataset["styles"] ?? "";
        link.addEventListener("load", resolve);
        link.addEventListener("error", reject);
        document.head.append(link);
      }),
  );

/** What differs, as a person would look for it. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.entries(before).flatMap(([element, values]) => {
    const now = new Set(after[element]?.split("; "));
    return values.split("; ").flatMap((value) => (now.has(value) ? [] : [`${element} ${value}`]));
  });
}

test("no page looks different once the whole style sheet is there", async () => {
  const { page, close } = await openVisit(site.browser);
  // As before the page is used; and images come when they like.
  await page.route(/\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export function hydrate() {}" }),
  );
  await page.route("**/imagens/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: emptyImage }),
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  const paths = [...(await readSitemapPaths(site.stack.siteUrl)), ...accountPaths];
  for (const [index, path] of paths.entries()) {
    const width = index % 2 === 0 ? 360 : 1440;
    await page.setViewportSize({ width, height: 780 });
    await page.goto(site.stack.siteUrl + path);
    const before = await readStyles(page);
    expect(Object.keys(before).length).toBeGreaterThan(100);
    await addWholeSheet(page);
    expect({ path, width, changed: differences(before, await readStyles(page)) }).toEqual({
      path,
      width,
      changed: [],
    });
  }
  await close();
});
