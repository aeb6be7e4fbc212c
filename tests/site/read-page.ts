// The browser runs each of these functions in the page. So a function must not use variables or functions of this file.

/** Returns the content of the page: its texts, links and tags. */
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
    /** Values of the Open Graph tags by property. */
    openGraph: Object.fromEntries(
      all<HTMLMetaElement>("meta[property^='og:']").map((tag) => [
        tag.getAttribute("property") ?? "",
        tag.content,
      ]),
    ),
    /** Paths on this site that the page links to or loads files from. */
    links: all<HTMLAnchorElement | HTMLLinkElement>("a[href], link[href]")
      .map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
    /** Targets of the links in each part of the page, as written in the HTML. */
    targets: Object.fromEntries(
      ["main", "footer"].map((part) => [
        part,
        all<HTMLAnchorElement>(`${part} a`).map((link) => ({
          name: link.innerText,
          href: link.getAttribute("href") ?? "",
        })),
      ]),
    ),
    imagesWithoutText: all<HTMLImageElement>("img")
      .filter(({ alt }) => alt.trim() === "")
      .map(({ src }) => src),
    /** Text that is visible without opening a collapsed part. */
    visibleText: document.body.innerText,
  };
}

/** Returns the text of the main element as sent by the server and as shown now. Both include collapsed parts. */
export async function readMainTexts(): Promise<{ served: string; shown: string }> {
  // XMLHttpRequest returns a parsed document. The content security policy forbids turning text into HTML elements.
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
    // Both texts omit the hints beside a form, because the application adds the hints and the sent HTML lacks them.
    for (const left of main.querySelectorAll("noscript, script, aside")) left.remove();
    return main.textContent.replaceAll(/\s+/g, " ").trim();
  };
  return {
    served: served ? textOf(served) : "",
    shown: textOf(document),
  };
}

/** Returns the total size of the inline scripts in bytes. JSON data blocks do not count. */
export function inlineScriptBytes(): number {
  return [...document.scripts]
    .filter(({ type }) => !type.includes("json"))
    .reduce((sum, { textContent }) => sum + new Blob([textContent ?? ""]).size, 0);
}

/** Returns the URLs of images that fail to load. Images that are not visible yet are loaded as well. */
export async function findBrokenImages(): Promise<string[]> {
  const broken: string[] = [];
  for (const image of document.images) {
    image.loading = "eager";
    await image.decode().catch(() => broken.push(image.currentSrc || image.src));
  }
  return broken;
}

/**
 * Loads the complete style sheet into a page that has only the inline styles. Returns the elements whose style then
 * changes, and the number of compared elements.
 */
export async function compareStyles(): Promise<{ elements: number; changed: string[] }> {
  // Options of selection fields are omitted, because they are invisible until a visitor opens the list.
  const seen = [...document.querySelectorAll("body, body :not(script, option, svg *)")];
  const parts = seen.flatMap((element) => {
    const isField = element.matches("[placeholder]");
    const pseudo = ["::before", "::after", ...(isField ? ["::placeholder"] : [])];
    return [undefined, ...pseudo]
      .filter((part) => !part || isField || getComputedStyle(element, part).content !== "none")
      .map((part) => ({ element, part }));
  });
  // Custom properties are omitted, because they have an effect only through other properties, which are compared.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
  function readValues(): string[][] {
    // Reading the size makes the browser compute the layout of collapsed parts too.
    for (const element of seen) element.getBoundingClientRect();
    return parts.map(({ element, part }) => {
      const style = getComputedStyle(element, part);
      return names.map((name) => style.getPropertyValue(name));
    });
  }

  const before = readValues();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = document.documentElement.dataset["styles"] ?? "";
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
  document.head.append(link);
  await loaded;
  const after = readValues();

  const changed = parts.flatMap(({ element, part = "" }, index) => {
    const [former = [], now = []] = [before[index], after[index]];
    const whose = `${element.tagName} ${element.getAttribute("class")}${part}`;
    return names.flatMap((name, at) =>
      former[at] === now[at] ? [] : [`${whose} ${name}: ${former[at]} -> ${now[at]}`],
    );
  });
  return { elements: parts.length, changed };
}
