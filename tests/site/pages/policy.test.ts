import type { Page } from "@playwright/test";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { useSite } from "../run-site.ts";
import { reportPolicyViolations } from "../site-page.ts";

const site = useSite();

/** Returns every violation of the content security policy on the pages that `look` opens. */
async function violationsWhile(look: (page: Page) => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = [];
  const { page, close } = await openVisit(site.browser);
  await page.exposeFunction("noteViolation", (violation: unknown) => found.push(violation));
  await page.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    noteViolation([location.pathname, event.effectiveDirective, event.blockedURI, event.sample]))`);
  await look(page);
  await close();
  return found;
}

describe("the content security policy", () => {
  test("is kept while a visitor goes from page to page", { tags: ["full"] }, async () => {
    const violations = await violationsWhile(async (page) => {
      await page.goto(site.stack.siteUrl);
      await hydrate(page);
      for (const path of ["/locadores", "/locatarios", "/quem-somos", "/contato"]) {
        await page
          .locator(`a[href="${path}"]`)
          .first()
          .evaluate((link: HTMLElement) => link.click());
        await page.waitForURL(`**${path}`);
        await page.waitForLoadState("networkidle");
      }
    });
    expect(violations).toEqual([]);
  });

  test.each([
    ["before", async () => undefined],
    ["after", hydrate],
  ] as const)("keeps text from becoming markup %s hydration", async (_when, prepare) => {
    mayPrint(/requires 'TrustedHTML'/);
    const violations = await violationsWhile(async (page) => {
      await page.goto(site.stack.siteUrl);
      await prepare(page);
      const outcome = await page.evaluate(() => {
        const element = document.createElement("div");
        try {
          element.innerHTML = "<b>injetado</b>";
        } catch (error) {
          return String(error);
        }
        return element.innerHTML;
      });
      expect(outcome).toMatch(/^TypeError: .*TrustedHTML/);
      expect(await page.evaluate(() => Reflect.has(window, "trustedTypes"))).toBe(true);
    });
    expect(violations).toEqual([
      ["/", "require-trusted-types-for", "trusted-types-sink", expect.anything()],
    ]);
  });
});

test("a violation of the policy is detected", async () => {
  mayPrint(/Content Security Policy|Policy violation: |requires 'TrustedHTML'/);
  const visit = await openVisit(site.browser);
  await reportPolicyViolations(visit.page);
  await visit.page.goto(`${site.stack.siteUrl}/termos`);
  await visit.page.evaluate(async () => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: "a{}" }));
    document.body.append(Object.assign(new Image(), { src: "https://outro.example/a.png" }));
    await fetch("https://outro.example/").catch(() => {});
    try {
      document.body.innerHTML = "<b>injetado</b>";
    } catch {
      // The browser blocks the assignment with an error and also reports a violation.
    }
  });
  await visit.page.evaluate('import("https://outro.example/a.js").catch(() => {})');
  const directives = ["style-src-elem", "img-src", "script-src-elem", "connect-src"];
  for (const directive of [...directives, "require-trusted-types-for"]) {
    await expect
      .poll(() => visit.unexpectedErrors.join("\n"))
      .toContain(`Policy violation: ${directive}`);
  }
  await visit.close();
});

describe("a page with personal data", () => {
  test("has a document of its own that its opener cannot reach", { tags: ["full"] }, async () => {
    const { page, close } = await openVisit(site.browser);
    await page.goto(`${site.stack.siteUrl}/robots.txt`);
    const opening = page.context().waitForEvent("page");
    await page.evaluate(`window.opened = open("/", "_blank")`);
    const opened = await opening;
    await hydrate(opened);
    expect(await page.evaluate("window.opened.closed")).toBe(false);
    await opened.evaluate(() => sessionStorage.setItem("kept", "yes"));
    await opened.locator('header a[href^="/area-cliente"]:visible').first().click();
    await opened.waitForURL("**/area-cliente?aba=cliente");
    await expect.poll(() => page.evaluate("window.opened.closed")).toBe(true);
    expect(await opened.evaluate(() => [opener, sessionStorage.getItem("kept")])).toEqual([
      null,
      "yes",
    ]);
    await close();
  });

  test("leads to the next one without reloading the document", { tags: ["full"] }, async () => {
    const { page, close } = await openVisit(site.browser);
    await page.goto(`${site.stack.siteUrl}/area-cliente`);
    await hydrate(page);
    const documents: string[] = [];
    page.on("request", (asked) => {
      if (asked.isNavigationRequest()) documents.push(asked.url());
    });
    await page.locator('header a[href="/contato"]:visible').first().click();
    await page.waitForURL("**/contato");
    await page.locator('header a[href^="/area-cliente"]:visible').first().click();
    await page.waitForURL("**/area-cliente?aba=cliente");
    await page.getByRole("tab").first().waitFor();
    expect(documents).toEqual([]);
    await close();
  });
});

test("a report of a violation is accepted and logged once", async () => {
  mayPrint(/"event":"policy-violated"/);
  const { siteUrl } = site.stack;
  const reply = await fetch(siteUrl);
  const endpoint = /csp="([^"]+)"/.exec(reply.headers.get("reporting-endpoints") ?? "")?.[1] ?? "";
  expect(reply.headers.get("content-security-policy")).toContain("; report-to csp");
  const body = JSON.stringify([
    {
      type: "csp-violation",
      body: {
        documentURL: `${siteUrl}/contato?de=maria@exemplo.com.br`,
        blockedURL: "https://evil.example/a.js",
        effectiveDirective: "script-src-elem",
      },
    },
  ]);
  const send = () =>
    fetch(siteUrl + endpoint, {
      method: "POST",
      headers: { "content-type": "application/reports+json" },
      body,
    });
  expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
  await expect.poll(() => readLog(site.stack.site.log, "policy-violated")).toHaveLength(1);
  expect(readLog(site.stack.site.log, "policy-violated")).toEqual([
    {
      time: expect.any(String),
      level: "warn",
      requestId: expect.any(String),
      event: "policy-violated",
      directive: "script-src-elem",
      blocked: "https://evil.example",
      page: "/contato",
    },
  ]);
});

test("an endless report is cut off while it arrives", async () => {
  const sent = request(`${site.stack.siteUrl}/_relatos`, { method: "POST" });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on("response", (reply) => resolve(reply.statusCode));
    sent.on("error", reject);
  });
  for (let part = 0; part < 20; part += 1) sent.write("x".repeat(1_000));
  expect(await status).toBe(413);
  sent.destroy();
});
