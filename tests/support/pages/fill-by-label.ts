import type { Page } from "@playwright/test";
import { z } from "zod";
import { readSeedDocuments } from "../../../studio/seed/seed-documents.ts";
import { enter } from "./site-forms.ts";

const pageSchema = z.object({
  form: z.object({ fields: z.record(z.string(), z.object({ label: z.string() })) }),
});

/**
 * Fills in the fields of a page's form, each found by its visible label.
 * @throws when the seed has no label for a field.
 */
export async function fillByLabel(
  page: Page,
  pageId: "simulationPage" | "partnersPage" | "contactPage",
  typed: Readonly<Record<string, string | true>>,
): Promise<void> {
  const document = readSeedDocuments().find(({ _id }) => _id === pageId);
  const { fields } = pageSchema.parse(document).form;
  for (const [name, value] of Object.entries(typed)) {
    if (value === true) {
      await enter(page.getByRole("checkbox"), value);
      continue;
    }
    const label = fields[name]?.label;
    if (label === undefined) throw new Error(`${pageId} has no label: ${name}`);
    // The label of a required field may end with an asterisk.
    const plain = page.getByLabel(label, { exact: true });
    await enter(plain.or(page.getByLabel(`${label} *`, { exact: true })), value);
  }
}
