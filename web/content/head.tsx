import type { ImageContent } from "./images.tsx";
import { pageCard, pageCardUrl } from "./page-card.ts";
import { type ShareImage, type Site, shareImage, useSite } from "./site-context.tsx";

/** Renders title, description, canonical link and sharing tags, which React moves to the head of the document. */
export function PageHead(props: PageHeadProps) {
  const { seo, path, title, description, hero, noIndex } = props;
  const site = useSite();
  // These two lines repeat `shownWords` of the shared contracts. Importing `shownWords` would exceed the byte limit of
  // /simular. A test compares every page with the studio's preview (tests/site/publishing/link-previews.full.test.ts).
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
      {/* Programs that show link previews read only the server's HTML, so the browser leaves these tags out. */}
      {import.meta.env.SSR && (
        <ShareTags page={props} site={site} title={shownTitle} description={shownDescription} />
      )}
    </>
  );
}

export interface PageHeadProps {
  /** Editors' texts for search results and link previews. The fields below replace missing texts. */
  seo: {
    title: string | null;
    description: string | null;
    image: ImageContent | null;
  } | null;
  /** Path of the page. For a page with several paths, this is the canonical path. */
  path: string;
  /** Title shown before the brand name when `seo` has no title. */
  title?: string;
  /** Description when `seo` has no description. If both are missing, the tagline of the hero is used. */
  description?: string;
  /** Hero of the page, from which the link preview takes its texts and image. */
  hero?: { title: string; tagline: string; image: ImageContent | null } | null;
  /** True when search engines must not list the page. */
  noIndex?: boolean;
}

interface ShareTagsProps {
  page: PageHeadProps;
  site: Site;
  title: string;
  description: string;
}

/** Tags for link previews of messengers and social networks (Open Graph, Twitter cards). */
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

/** Returns the editors' preview image, else the page's card (a drawn image), else the site's image. */
function previewOf(page: PageHeadProps, site: Site) {
  const chosen = shareImage(page.seo?.image);
  const card = pageCard(page, { brandName: site.name, serviceArea: site.serviceArea });
  if (chosen || !card) return chosen ?? site.image;
  return { path: pageCardUrl(page.path, card), alt: card.title } satisfies ShareImage;
}
