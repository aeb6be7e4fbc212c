/**
 * Where the studio finds a Content Lake on this machine, or undefined for hosted Sanity.
 *
 * A built studio is served on any port, so the server that serves it names the host in
 * `<meta name="content-api-host">`; `sanity dev` gets it from the environment.
 */
export function findContentApiHost(): string | undefined {
  const meta =
    typeof document === "undefined"
      ? undefined
      : document.querySelector<HTMLMetaElement>("meta[name='content-api-host']");
  return meta?.content || process.env.SANITY_STUDIO_API_HOST || undefined;
}
