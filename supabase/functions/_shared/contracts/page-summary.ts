/** What a page says of itself, as far as search engines and messengers are told of it. */
export interface PageWords {
  /** What editors wrote for search and sharing; what is missing comes from below or the site. */
  seo?: { title?: string | null; description?: string | null } | null | undefined;
  /** Shown before the brand when there is no search title. */
  title?: string | undefined;
  /** Shown when there is no search description; otherwise the hero's tagline is. */
  description?: string | undefined;
  hero?: { title?: string; tagline?: string } | null | undefined;
  /** Keeps the page out of search results. */
  noIndex?: boolean | undefined;
}

/** What pages without words of their own show. */
export interface SiteWords {
  name: string;
  title: string;
  description: string;
}

/** Title and description of a page in search results and link previews, as its head has them. */
export function shownWords(
  { seo, title, description, hero }: PageWords,
  site: SiteWords,
): [title: string, description: string] {
  return [
    seo?.title ?? (title ? `${title} | ${site.name}` : site.title),
    seo?.description ?? description ?? hero?.tagline ?? site.description,
  ];
}

/** What stands on the card that is drawn for a page without a picture; undefined where none is. */
export function cardTitle({ title, hero, noIndex }: PageWords): string | undefined {
  return noIndex ? undefined : (hero?.title ?? title);
}
