import type { Page } from "@playwright/test";

/** Reports every violation of the content security policy as a console error. */
export async function reportPolicyViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`Policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
}
