import { expect } from "vitest";
import type { StudioDesk } from "./studio-desk.ts";

/** Publishes the open legal text, whose words have changed, as the version that the studio names. */
export async function publishVersion({ page, publishButton }: StudioDesk, named: string) {
  await expect
    .poll(
      async () => {
        await publishButton.click({ timeout: 2_000 }).catch(() => {});
        return page.getByText(named).isVisible();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
  await page.getByRole("button", { name: "Publicar a nova versão" }).click();
}
