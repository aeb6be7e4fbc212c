import type { ImageContent } from "./images.tsx";
import { pageCard, pageCardUrl } from "./page-card.ts";
import { type ShareImage, type Site, shareImage, useSite } from "./site-context.tsx";

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { seo, path, title, description, hero, noIndex } = props;
  const site = useSite();
  // As `shownWords` of the contract, which would cost /simular bytes that it does not have: a test
  // compares every page with what the studio shows of it (tests/site/publishing/link-previews.full.test.ts).
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

/** What a page's head is made from. */
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
  /** Shown when there is no search description; otherwise the hero's tagline is. */
  description?: string;
  /** How the page opens: its link preview shows the same. */
  hero?: { title: string; tagline: string; image: ImageContent | null } | null;
  /** Keeps the page out of search results. */
  noIndex?: boolean;
}

interface ShareTagsProps {
  page: PageHeadProps;
  site: Site;
  title: string;
  description: string;
}

/** What messengers and social networks show of a link (Open Graph, Twitter cards). */
function ShareTags({ page, site, title, description }: ShareTagsProps) {
  const image = previewOf(page, site);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={site.origin + page.path} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {image && (
        <>
          <meta property="og:image" content={site.origin + image.path} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:image" content={site.origin + image.path} />
        </>
      )}
    </>
  );
}

/** The editors' image first; a page to be found without one gets a card with its title. */
function previewOf(page: PageHeadProps, site: Site) {
  const chosen = shareImage(page.seo?.image);
  const card = pageCard(page, { brandName: site.name, serviceArea: site.serviceArea });
  if (chosen || !card) return chosen ?? site.image;
  return { path: pageCardUrl(page.path, card), alt: card.title } satisfies ShareImage;
}
