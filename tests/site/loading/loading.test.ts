import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrated } from "../../support/pages/hydrate.ts";
import { useSite } from "../run-site.ts";
import { accountPaths } from "../site-paths.ts";

const site = useSite();

/** Opens a page and records the URLs of the scripts that the page loads. */
async function visitRecordingScripts(path: string) {
  const visit = await openVisit(site.browser);
  const scripts: string[] = [];
  visit.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script") scripts.push(pathname);
  });
  await visit.page.goto(site.stack.siteUrl + path);
  return { ...visit, scripts };
}

describe("an unused page", () => {
  test("a page with personal data loads the application at once", async () => {
    for (const path of accountPaths) {
      const { page, scripts, close } = await visitRecordingScripts(path);
      await expect.poll(() => scripts.some((script) => script.includes("application"))).toBe(true);
      await hydrated(page);
      await close();
    }
  });
});

describe("the first sign of use", () => {
  test("starts the application when it is in a field", async () => {
    const { page, scripts, close } = await visitRecordingScripts("/simular");
    expect(scripts).toEqual([]);
    await page.getByRole("textbox").first().focus();
    await hydrated(page);
    expect(scripts).toContainEqual(expect.stringContaining("application"));
    await close();
  });

  test("is carried out once the application runs when it is a click", async () => {
    const visit = await openVisit(site.browser, { width: 1440 });
    const { page } = visit;
    const released = Promise.withResolvers<void>();
    await page.route("**/assets/**", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.route("https://www.youtube-nocookie.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Vídeo</title>" }),
    );
    await page.goto(site.stack.siteUrl, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Assistir ao vídeo institucional" }).click();
    expect(await page.locator("iframe").count()).toBe(0);
    released.resolve();
    await page.locator("iframe").waitFor();
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });

  test("leaves an open menu open", async () => {
    const { page, close, unexpectedErrors } = await visitRecordingScripts("/");
    await page.locator(".site-nav summary").click();
    await hydrated(page);
    expect(await page.locator(".site-nav details").getAttribute("open")).not.toBeNull();
    expect(unexpectedErrors).toEqual([]);
    await close();
  });

  test("shows the next page without reloading the document when it is on a link", async () => {
    const { page, close, unexpectedErrors } = await visitRecordingScripts("/");
    await page.mouse.move(40, 40);
    await hydrated(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    });
    await page.locator(".site-nav").getByRole("link", { name: "Quem Somos" }).click();
    await page.waitForURL("**/quem-somos");
    await expect.poll(() => page.title()).not.toMatch(/Alugue/);
    await page.goBack();
    await page.getByRole("heading", { name: "Alugue Seu Imóvel Sem Fiador" }).waitFor();
    expect(documents).toEqual([]);
    expect(unexpectedErrors).toEqual([]);
    await close();
  });
});
