import { useEffect, useState } from "react";
import { useDocumentStore, usePerspective } from "sanity";
import { z } from "zod";
import { contentApiVersion } from "../../content-api-version.ts";
import { type PageWords, type SiteWords, cardTitle, shownWords } from "#contracts/page-summary.ts";
import { fillVariables, textValues } from "#contracts/fields/variables.ts";
import { pageOf } from "../presentation/pages-of-types.ts";

/** Types of personal pages and the error page, which search engines must not index. */
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

/** Picture that an editor has chosen for a page. */
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

/** Fields of a page from which the page's tags for search engines and messengers are made. */
export interface DescribedPage extends PageWords {
  /** Path of the page; undefined while the document has none. */
  path: string | undefined;
  chosenImage: ChosenImage | undefined;
  heroImage: ChosenImage | undefined;
}

/**
 * Returns the fields of a document, draft or published, from which the site makes the page's HTML head (`PageHead`).
 * For the settings document, it returns the defaults of all pages. Returns null when the value is not a document.
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

export interface SiteFacts extends SiteWords {
  serviceArea: string;
  image: ChosenImage | undefined;
  /** Values that replace `{{name}}` placeholders in texts, by name. */
  values: Readonly<Record<string, unknown>>;
}

/** Reads the site's data from the settings and the business rules. Both documents may be incomplete. */
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

/** Preview picture that the site draws for a page whose editor chose no picture. */
export interface DrawnCard {
  title: string;
  picture: ChosenImage | undefined;
}

export interface DescribedLink {
  title: string;
  description: string;
  /** Whether search engines may index the page. */
  isFound: boolean;
  /** Picture that an editor chose, a card to be drawn, or undefined for no picture. */
  image: ChosenImage | DrawnCard | undefined;
}

/**
 * Returns the texts and the picture that search engines and messengers show for a page. Values replace the placeholders
 * in the texts.
 */
export function describeLink(page: DescribedPage, site: SiteFacts): DescribedLink {
  const fill = (words: string) => fillVariables(words, site.values);
  const [title, description] = shownWords(page, site);
  const onCard = site.name ? cardTitle(page) : undefined;
  const card = onCard ? { title: fill(onCard), picture: shareable(page.heroImage) } : undefined;
  return {
    title: fill(title),
    description: fill(description),
    isFound: page.noIndex !== true,
    image: shareable(page.chosenImage) ?? card ?? shareable(site.image),
  };
}

/** Returns the image unless it is a vector image, which messengers do not show. */
function shareable(picture: ChosenImage | undefined): ChosenImage | undefined {
  return picture?.asset._ref.endsWith("-svg") ? undefined : picture;
}

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
  /** URLs of images by asset id. */
  imageUrls: ReadonlyMap<string, string>;
}

/**
 * Reads the site's data and the URLs of images, and reads both again when content changes. Drafts replace published
 * documents. Returns undefined while loading. @param own the settings document, when the editor has it open; otherwise
 * null or undefined
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
      // An error is ignored here, because the Studio itself reports a content API that does not answer.
      .subscribe({ next: (read) => setAnswer(answerSchema.safeParse(read).data), error: () => {} });
    return () => changes.unsubscribe();
  }, [store, perspectiveStack, wanted]);

  if (!answer) return undefined;
  return {
    site: readSiteFacts(own ?? answer.settings, answer.rules),
    imageUrls: new Map(answer.images.map(({ _id, url }) => [_id, url])),
  };
}
