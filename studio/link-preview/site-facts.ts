import { z } from "zod";
import { textValues } from "../../supabase/functions/_shared/contracts/text-values.ts";
import type { SiteWords } from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { type ChosenImage, pageOfDocument } from "./page-of-document.ts";

const text = z.string().catch("");

const settingsSchema = z.object({
  brandName: text,
  serviceArea: text,
  defaultSeo: z.object({ title: text, description: text }).catch({ title: "", description: "" }),
});

/** What the previews of every page need to know of the site. */
export interface SiteFacts extends SiteWords {
  serviceArea: string;
  image: ChosenImage | undefined;
  /** What the `{{variables}}` of texts stand for. */
  values: Readonly<Record<string, unknown>>;
}

/** Reads them from the documents that hold them, whatever these lack. */
export function readSiteFacts(settings: unknown, rules: unknown): SiteFacts {
  const { brandName, serviceArea, defaultSeo } = settingsSchema.catch(nothing).parse(settings);
  return {
    name: brandName,
    serviceArea,
    ...defaultSeo,
    image: pageOfDocument(settings)?.chosenImage,
    values: textValues(rules, settings),
  };
}

const nothing = { brandName: "", serviceArea: "", defaultSeo: { title: "", description: "" } };
