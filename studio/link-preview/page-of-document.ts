import { z } from "zod";
import type { PageWords } from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { pageOf } from "../presentation/pages-of-types.ts";

/** Pages that belong to one person, or that are none: search engines are told to leave them out. */
const privatePages: readonly string[] = ["clientAreaPage", "contractPage", "notFoundPage"];

const text = z.string().optional().catch(undefined);
const imageSchema = z.object({
  asset: z.object({ _ref: z.string() }),
  alt: text,
  crop: z
    .object({ top: z.number(), bottom: z.number(), left: z.number(), right: z.number() })
    .optional()
    .catch(undefined),
});
const image = imageSchema.optional().catch(undefined);

/** A picture that an editor has chosen. */
export type ChosenImage = z.infer<typeof imageSchema>;

const seo = z.object({ title: text, description: text, image }).optional().catch(undefined);

const documentSchema = z.looseObject({
  _type: z.string(),
  name: text,
  title: text,
  summary: text,
  hero: z.object({ title: text, tagline: text, image }).optional().catch(undefined),
  seo,
  defaultSeo: seo,
});

/** A page as its tags in search and in messengers are made from it. */
export interface DescribedPage extends PageWords {
  /** Undefined while the document has no address. */
  path: string | undefined;
  chosenImage: ChosenImage | undefined;
  heroImage: ChosenImage | undefined;
}

/**
 * What the page of a document hands to the head of its HTML (`PageHead` in the site), unfinished
 * drafts included; null for what is no document. The settings show what is theirs.
 */
export function pageOfDocument(value: unknown): DescribedPage | null {
  const document = documentSchema.safeParse(value).data;
  if (!document) return null;
  const { _type: type, name, title, summary, hero } = document;
  const words = document.seo ?? document.defaultSeo;
  return {
    path: pageOf(type, document),
    seo: words && { title: words.title ?? null, description: words.description ?? null },
    title: type === "homePage" ? undefined : (name ?? title ?? hero?.title),
    description: summary,
    hero: hero && {
      ...(hero.title && { title: hero.title }),
      ...(hero.tagline && { tagline: hero.tagline }),
    },
    noIndex: privatePages.includes(type),
    chosenImage: words?.image,
    heroImage: hero?.image,
  };
}
