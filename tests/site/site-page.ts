import type { Page } from "@playwright/test";

/** Makes every violation of the content security policy an error of the console. */
export async function reportPolicyViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`Policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
}
