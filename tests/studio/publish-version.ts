import { expect } from "vitest";
import type { StudioDesk } from "./studio-desk.ts";
import { succeeds } from "./succeeds.ts";

/** Publishes the open legal text, whose words have changed, as the version that the studio names. */
export async function publishVersion(
  { page, publishButton }: StudioDesk,
  named: string,
): Promise<void> {
  const question = page.getByText(named);
  // The studio drops a click that comes while it still takes in the last edit; a second click on
  // the question would close it.
  await expect
    .poll(
      async () => {
        await publishButton.click({ timeout: 2_000 }).catch(() => {});
        return succeeds(question.waitFor({ timeout: 10_000 }));
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await page.getByRole("button", { name: "Publicar a nova versão" }).click();
}
