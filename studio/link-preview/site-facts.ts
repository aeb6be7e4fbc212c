import { useEffect, useState } from "react";
import { useDocumentStore, usePerspective } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import type {
  PageWords,
  SiteWords,
} from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { textValues } from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import { pageOf } from "../presentation/pages-of-types.ts";

/** Pages that belong to one person, or that are none: search engines are told to leave them out. */
const privatePages: readonly string[] = ["clientAreaPage", "contractPage", "notFoundPage"];

const plainText = z.string().optional().catch(undefined);
const imageSchema = z.object({
  asset: z.object({ _ref: z.string() }),
  alt: plainText,
  crop: z
    .object({ top: z.number(), bottom: z.number(), left: z.number(), right: z.number() })
    .optional()
    .catch(undefined),
});
const image = imageSchema.optional().catch(undefined);

/** A picture that an editor has chosen. */
export type ChosenImage = z.infer<typeof imageSchema>;

const seo = z
  .object({ title: plainText, description: plainText, image })
  .optional()
  .catch(undefined);

const documentSchema = z.looseObject({
  _type: z.string(),
  name: plainText,
  title: plainText,
  summary: plainText,
  hero: z.object({ title: plainText, tagline: plainText, image }).optional().catch(undefined),
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

const query = {
  fetch: `{
    "settings": *[_id == "siteSettings"][0],
    "rules": *[_id == "businessRules"][0],
    "images": *[_type == "sanity.imageAsset" && (
      _id in $images || _id == *[_id == "siteSettings"][0].defaultSeo.image.asset._ref
    )]{_id, url}
  }`,
  listen: `*[_type in ["siteSettings", "businessRules", "sanity.imageAsset"]]`,
};

const answerSchema = z.object({
  settings: z.unknown(),
  rules: z.unknown(),
  images: z.array(z.object({ _id: z.string(), url: z.string() })),
});

interface Known {
  site: SiteFacts;
  /** Addresses of images by the ids of their assets. */
  imageUrls: ReadonlyMap<string, string>;
}

/**
 * The site as it would be with every draft published, and where these images are; undefined until
 * it is known. It follows changes.
 * @param own the settings, when they are the document that is being edited.
 */
export function useSiteFacts(images: readonly string[], own: unknown): Known | undefined {
  const store = useDocumentStore();
  const { perspectiveStack } = usePerspective();
  const [answer, setAnswer] = useState<z.infer<typeof answerSchema>>();
  const wanted = images.join();

  useEffect(() => {
    const params = { images: wanted.split(",") };
    const changes = store
      .listenQuery(query, params, { apiVersion: contentApiVersion, perspective: perspectiveStack })
      // A content API that does not answer is what the studio itself tells about.
      .subscribe({ next: (read) => setAnswer(answerSchema.safeParse(read).data), error: () => {} });
    return () => changes.unsubscribe();
  }, [store, perspectiveStack, wanted]);

  if (!answer) return undefined;
  return {
    site: readSiteFacts(own ?? answer.settings, answer.rules),
    imageUrls: new Map(answer.images.map(({ _id, url }) => [_id, url])),
  };
}
