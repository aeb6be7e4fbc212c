import iconsUrl from "../ui/icons.svg?url&no-inline";

/**
 * A page comes with the drawings of the icons that it shows; what it shows next may need others.
 * Without them icons stay blank: they are decoration.
 */
export async function loadIcons(): Promise<void> {
  const reply = await fetch(iconsUrl).catch(() => undefined);
  if (!reply?.ok) return;
  const sheet = new DOMParser().parseFromString(await reply.text(), "image/svg+xml");
  document.getElementById("icons")?.replaceWith(document.importNode(sheet.documentElement, true));
}
