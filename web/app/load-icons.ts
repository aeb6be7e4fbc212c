import iconsUrl from "../ui/brand/icons.svg?url&no-inline";

/**
 * A page comes with the drawings of the icons that it shows; what it shows next may need others.
 * Without them icons stay blank: they are decoration.
 */
export function loadIcons(): void {
  const request = new XMLHttpRequest();
  // The browser parses the file itself: text never becomes markup here (Trusted Types).
  request.responseType = "document";
  request.addEventListener("load", () => {
    const sheet = request.status === 200 && request.responseXML?.documentElement;
    if (sheet) document.getElementById("icons")?.replaceWith(document.importNode(sheet, true));
  });
  request.open("GET", iconsUrl);
  request.send();
}
