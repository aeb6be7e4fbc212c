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
    /** Where every link of a part leads, as it is written. */
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
    // What stands beside a form helps to fill it in; it works with the application, and comes with it.
    for (const left of main.querySelectorAll("noscript, script, aside")) left.remove();
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

/** What looks different, of how many elements, once the whole style sheet is there. */
export async function compareStyles(): Promise<{ elements: number; changed: string[] }> {
  // Options show once a list is opened, which is use of the page.
  const seen = [...document.querySelectorAll("body, body :not(script, option, svg *)")];
  const parts = seen.flatMap((element) => {
    const isField = element.matches("[placeholder]");
    const pseudo = ["::before", "::after", ...(isField ? ["::placeholder"] : [])];
    return [undefined, ...pseudo]
      .filter((part) => !part || isField || getComputedStyle(element, part).content !== "none")
      .map((part) => ({ element, part }));
  });
  // What is custom shows in what uses it.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
  function readValues(): string[][] {
    // What is folded away has no size until it is asked for.
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
