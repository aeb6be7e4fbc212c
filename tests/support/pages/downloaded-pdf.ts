import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readPdf } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";

/** Clicks a button that downloads a PDF in a new tab, and returns the text of the PDF. */
export async function downloadedPdf(page: Page, button: string | RegExp): Promise<string> {
  const downloading = page.context().waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await downloading;
  return (await readPdf(new Uint8Array(await readFile(await download.path())))).text;
}
