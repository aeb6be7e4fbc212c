/** Title and description of a page, from which search engines and messengers build their preview. */
export interface PageWords {
  /** Title and description that editors wrote for search and sharing. The fields below replace missing values. */
  seo?: { title?: string | null; description?: string | null } | null | undefined;
  /** Page title, shown before the brand when `seo` has no title. */
  title?: string | undefined;
  /** Description used when `seo` has none. When both are missing, the hero's tagline is used. */
  description?: string | undefined;
  hero?: { title?: string; tagline?: string } | null | undefined;
  /** Whether search engines are asked to leave the page out of their results. */
  noIndex?: boolean | undefined;
}

export interface SiteWords {
  name: string;
  title: string;
  description: string;
}

/** Returns the title and description for the HTML head of a page, for search results and for link previews. */
export function shownWords(
  { seo, title, description, hero }: PageWords,
  site: SiteWords,
): [title: string, description: string] {
  return [
    seo?.title ?? (title ? `${title} | ${site.name}` : site.title),
    seo?.description ?? description ?? hero?.tagline ?? site.description,
  ];
}

/**
 * Returns the title for the preview image of a page without a picture; undefined when the page gets no preview image.
 */
export function cardTitle({ title, hero, noIndex }: PageWords): string | undefined {
  return noIndex ? undefined : (hero?.title ?? title);
}
