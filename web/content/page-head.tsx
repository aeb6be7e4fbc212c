import type { ImageContent } from "./content-image.tsx";
import { shareImage } from "./share-image.ts";
import { useSite } from "./site-context.tsx";

interface PageHeadProps {
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
  /** Shown when there is no search description. */
  description?: string;
  /** Keeps the page out of search results. */
  noIndex?: boolean;
}

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead({ seo, path, title, description, noIndex }: PageHeadProps) {
  const site = useSite();
  const shownTitle = seo?.title ?? (title ? `${title} | ${site.name}` : site.title);
  const shownDescription = seo?.description ?? description ?? site.description;
  const image = shareImage(seo?.image) ?? site.image;
  const address = site.origin + path;

  return (
    <>
      <title>{shownTitle}</title>
      <meta name="description" content={shownDescription} />
      {noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:title" content={shownTitle} />
      <meta property="og:description" content={shownDescription} />
      <meta property="og:url" content={address} />
      {image && (
        <>
          <meta property="og:image" content={site.origin + image.path} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
