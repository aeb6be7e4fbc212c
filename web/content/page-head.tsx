import {
  shownDescription,
  shownTitle,
} from "../../supabase/functions/_shared/contracts/page-summary.ts";
import { type PageHeadProps, ShareTags } from "./share-tags.tsx";
import { useSite } from "./site-context.tsx";

/** Title, description, canonical link and sharing tags; React moves them to the head. */
export function PageHead(props: PageHeadProps) {
  const { path, noIndex } = props;
  const site = useSite();
  const title = shownTitle(props, site);
  const description = shownDescription(props, site);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={site.origin + path} />
      )}
      {/* Whoever previews a link reads the server's HTML: the application does without. */}
      {import.meta.env.SSR && (
        <ShareTags page={props} site={site} title={title} description={description} />
      )}
    </>
  );
}
