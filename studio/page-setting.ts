/** Reads a `<meta>` tag of the page. Only a built studio's local server writes such tags, because local ports vary. */
export function pageSetting(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name='${name}']`);
  return meta?.content || undefined;
}
