/**
 * Reads a `<meta>` tag of the page. The local server writes the addresses of the other local parts into such tags,
 * because their ports vary. A hosted studio has none.
 */
export function pageSetting(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name='${name}']`);
  return meta?.content || undefined;
}
