import { type PageHeadProps, ShareTags } from "./share-tags.tsx";
import { useSite } from "./site-context.tsx";

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { seo, path, title, description, hero, noIndex } = props;
  const site = useSite();
  // As `shownWords` of the contract, which would cost /simular bytes that it does not have: a test
  // compares every page with what the studio shows of it (tests/site/link-previews.full.test.ts).
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
