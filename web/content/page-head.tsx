import type { ImageContent } from "./content-image.tsx";
import { ShareTags } from "./share-tags.tsx";
import { useSite } from "./site-context.tsx";

export interface PageHeadProps {
  /** What editors wrote for search and sharing; what is missing comes from below or the site. */
  seo: {
    title: string | null;
    description: string | null;
    image: ImageContent | null;
  } | null;
  /** The page's own address; pages shown under several paths give the canonical one. */
  path: string;
  /** Shown before the brand when there is no search title. */
  title?: string;
  /** Shown when there is no search description; otherwise the hero's tagline is. */
  description?: string;
  /** How the page opens: its link preview shows the same. */
  hero?: { title: string; tagline: string; image: ImageContent | null } | null;
  /** Keeps the page out of search results. */
  noIndex?: boolean;
}

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { seo, path, title, description, hero, noIndex } = props;
  const site = useSite();
  const shownTitle = seo?.title ?? (title ? `${title} | ${site.name}` : site.title);
  const shownDescription = seo?.description ?? description ?? hero?.tagline ?? site.description;
  return (
    <>
      <title>{shownTitle}</title>
      <meta name="description" content={shownDescription} />
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={site.origin + path} />
      )}
      {/* Whoever previews a link reads the server's HTML: the application does without. */}
      {import.meta.env.SSR && (
        <ShareTags page={props} site={site} title={shownTitle} description={shownDescription} />
      )}
    </>
  );
}
