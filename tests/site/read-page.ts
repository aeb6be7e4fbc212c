// These functions run in the page: none may use anything from outside of itself.

/** What the page shows and says about itself. */
export function readContent() {
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const metaContent = (selector: string) =>
    document.querySelector<HTMLMetaElement>(selector)?.content ?? "";
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  return {
    headings: all("h1").map((heading) => heading.textContent.trim()),
    title: document.title,
    description: metaContent("meta[name=description]"),
    canonical: canonical?.href ?? null,
    noIndex: metaContent("meta[name=robots]").includes("noindex"),
    /** Open Graph tags by property. */
    openGraph: Object.fromEntries(
      all<HTMLMetaElement>("meta[property^='og:']").map((tag) => [
        tag.getAttribute("property") ?? "",
        tag.content,
      ]),
    ),
    /** Paths of this site that the page links to or needs. */
    links: all<HTMLAnchorElement | HTMLLinkElement>("a[href], link[href]")
      .map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
    imagesWithoutText: all<HTMLImageElement>("img")
      .filter(({ alt }) => alt.trim() === "")
      .map(({ src }) => src),
    /** What can be seen without unfolding anything. */
    visibleText: document.body.innerText,
  };
}

/** The text of the main part as the server sends it and as it is now, folded parts included. */
export async function readMainTexts(): Promise<{ served: string; shown: string }> {
  // The browser parses it: the page's policy lets no text become markup.
  const served = await new Promise<Document | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.addEventListener("loadend", () => resolve(request.responseXML));
    request.open("GET", location.href);
    request.send();
  });
  const textOf = (page: Document) => {
    const main = page.querySelector("main")?.cloneNode(true);
    if (!(main instanceof Element)) return "";
    for (const left of main.querySelectorAll("noscript, script")) left.remove();
    return main.textContent.replaceAll(/\s+/g, " ").trim();
  };
  return {
    served: served ? textOf(served) : "",
    shown: textOf(document),
  };
}

/** Bytes of script in the HTML; data is no script. */
export function inlineScriptBytes(): number {
  return [...document.scripts]
    .filter(({ type }) => !type.includes("json"))
    .reduce((sum, { textContent }) => sum + new Blob([textContent ?? ""]).size, 0);
}

/** Addresses of the images that do not load; loads those further down too. */
export async function findBrokenImages(): Promise<string[]> {
  const broken: string[] = [];
  for (const image of document.images) {
    image.loading = "eager";
    await image.decode().catch(() => broken.push(image.currentSrc || image.src));
  }
  return broken;
}
