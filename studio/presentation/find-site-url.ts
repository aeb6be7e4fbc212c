/**
 * The public origin of the site whose pages the studio shows, or undefined where there is none. Like
 * the content API's host it comes from the server of a built studio on this machine
 * (`<meta name="site-url">`), elsewhere from the environment at build time.
 */
export function findSiteUrl(): string | undefined {
  const meta =
    typeof document === "undefined"
      ? undefined
      : document.querySelector<HTMLMetaElement>("meta[name='site-url']");
  return meta?.content || process.env.SANITY_STUDIO_SITE_URL || undefined;
}
