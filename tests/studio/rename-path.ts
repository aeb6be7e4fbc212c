import type { Locator } from "@playwright/test";
import { expect } from "vitest";
import type { StudioDesk } from "./studio-desk.ts";

/**
 * Gives the open document another path and publishes it with this answer to the question what
 * becomes of the old one; `prepare` fills in more of the answer first.
 */
export async function renamePath(
  { page, publishButton, write }: StudioDesk,
  slug: string,
  answer: string,
  prepare?: () => Promise<void>,
): Promise<void> {
  await write("slug", slug);
  const dialog = page.getByRole("dialog");
  await clickUntil(publishButton, async () => dialog.getByText(`/${slug}`).first().isVisible());
  await prepare?.();
  await clickUntil(dialog.getByRole("button", { name: answer }), () => dialog.isHidden());
}

/** The studio drops a click that comes while it still takes in the last edit. */
async function clickUntil(button: Locator, isDone: () => Promise<boolean>) {
  const attempt = async () => {
    if (!(await isDone())) await button.click({ timeout: 2_000 }).catch(() => {});
    return isDone();
  };
  await expect.poll(attempt, { timeout: 60_000, interval: 1_000 }).toBe(true);
}
