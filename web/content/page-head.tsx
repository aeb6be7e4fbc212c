import { shownWords } from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { type PageHeadProps, ShareTags } from "./share-tags.tsx";
import { useSite } from "./site-context.tsx";

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const site = useSite();
  const [title, description] = shownWords(props, site);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {props.noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={site.origin + props.path} />
      )}
      {/* Whoever previews a link reads the server's HTML: the application does without. */}
      {import.meta.env.SSR && (
        <ShareTags page={props} site={site} title={title} description={description} />
      )}
    </>
  );
}
