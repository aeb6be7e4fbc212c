/**
 * What the server of a built studio on this machine names in its page (`<meta name>`), where ports
 * are chosen at start; undefined elsewhere.
 */
export function pageSetting(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name='${name}']`);
  return meta?.content || undefined;
}
