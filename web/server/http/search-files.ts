import type { ContentSource } from "../../content/source/content-source.ts";
import { layoutQuery, sitemapQuery } from "../../content/queries/shared-queries.ts";
import { isPrivateKind } from "../../pages/define-page.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { brandColours } from "../../ui/brand/brand.ts";

/** Where the web app manifest is. */
export const manifestPath = "/site.webmanifest";

export interface SearchFiles {
  robots(): string;
  /** The sitemap protocol's XML of every public page with the date of its last change. */
  sitemap(): Promise<string>;
  /** The web app manifest (W3C), so that the site can be put on a home screen. */
  manifest(): Promise<string>;
}

/** robots.txt, sitemap.xml and the manifest, made from what is published. */
export function createSearchFiles(source: ContentSource, siteUrl: string): SearchFiles {
  return {
    robots: () =>
      [
        "User-agent: *",
        // Its end, or what goes on below it: /locador alone would keep crawlers from /locadores (RFC 9309, 2.2.3).
        ...[...accountAreas].flatMap((area) =>
          ["$", "/", "?"].map((end) => `Disallow: ${area}${end}`),
        ),
        `Sitemap: ${siteUrl}/sitemap.xml`,
        "",
      ].join("\n"),
    async sitemap() {
      const urls = (await readSitemap(source)).map(
        ({ path, changed }) =>
          `<url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${changed}</lastmod></url>`,
      );
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
    },
    async manifest() {
      const { settings } = (await source.read(layoutQuery)).result;
      return JSON.stringify({
        id: "/",
        name: settings?.brandName,
        short_name: settings?.brandName,
        description: settings?.defaultSeo.description,
        lang: "pt-BR",
        dir: "ltr",
        start_url: "/",
        scope: "/",
        display: "minimal-ui",
        theme_color: brandColours.petrol700,
        background_color: brandColours.sand100,
        icons: [icon("/icon-192.png", 192), icon("/icon-512.png", 512), maskableIcon],
      });
    },
  };
}

/** What crawlers are kept from: an account's pages and all that is below them. */
const accountAreas = new Set(
  [...pagesByPath].flatMap(([path, { kind }]) =>
    isPrivateKind(kind) ? [`/${path.split("/")[1]}`] : [],
  ),
);

/** Every public page, with the time when the document behind it was last changed. */
export async function readSitemap(
  source: ContentSource,
): Promise<{ path: string; changed: string }[]> {
  const { result } = await source.read(sitemapQuery);
  return result.flatMap(({ _type, path: ownPath, _updatedAt: changed }) => {
    const paths = ownPath ? [ownPath] : pathsOfDocument(_type);
    return paths.map((path) => ({ path, changed }));
  });
}

function pathsOfDocument(type: string): string[] {
  return [...pagesByPath].flatMap(([path, { sitemap }]) => (sitemap === type ? [path] : []));
}

function icon(src: string, size: number) {
  return { src, sizes: `${size}x${size}`, type: "image/png" };
}

const maskableIcon = { ...icon("/icon-maskable-512.png", 512), purpose: "maskable" };

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
