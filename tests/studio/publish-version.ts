import { expect } from "vitest";
import type { StudioDesk } from "./studio-desk.ts";
import { succeeds } from "./succeeds.ts";

/** Has the studio ask before it publishes the open legal text as the version that it names. */
export async function askForVersion(
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
}

/** Publishes the open legal text, whose words have changed, as the version that the studio names. */
export async function publishVersion(desk: StudioDesk, named: string): Promise<void> {
  await askForVersion(desk, named);
  await desk.page.getByRole("button", { name: "Publicar a nova versão" }).click();
}
