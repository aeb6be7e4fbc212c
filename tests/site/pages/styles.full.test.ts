// @module-tag full
import { expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { compareStyles } from "../read-page.ts";
import { useSite } from "../run-site.ts";
import { accountPaths, readSitemapPaths } from "../site-paths.ts";

const emptyImage = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const site = useSite();

test("no page looks different once the whole style sheet is loaded", async () => {
  const { page, close } = await openVisit(site.browser);
  // Replaces all scripts and images by empty ones. The page then looks as it does before the application starts.
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
    const { elements, changed } = await page.evaluate(compareStyles);
    expect(elements).toBeGreaterThan(100);
    expect({ path, width, changed }).toEqual({ path, width, changed: [] });
  }
  await close();
});
