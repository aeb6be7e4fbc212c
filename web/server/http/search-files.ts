import type { ContentSource } from "../../content/source/content-source.ts";
import { layoutQuery, sitemapQuery } from "../../content/queries/shared-queries.ts";
import { isPrivateKind } from "../../pages/define-page.ts";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { brandColours } from "../../ui/brand/brand.ts";

export const manifestPath = "/site.webmanifest";

export type SearchFiles = ReturnType<typeof createSearchFiles>;

/** Creates robots.txt, sitemap.xml and the manifest from published content. */
export function createSearchFiles(source: ContentSource, siteUrl: string) {
  return {
    robots: () =>
      [
        "User-agent: *",
        // Each area has exact rules, because a bare `/locador` would also block `/locadores` (RFC 9309, 2.2.3).
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
    /** Returns the web app manifest (W3C), which allows adding the site to a home screen. */
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

/** First path segments of account pages, which crawlers must not visit. */
const accountAreas = new Set(
  [...pagesByPath].flatMap(([path, { kind }]) =>
    isPrivateKind(kind) ? [`/${path.split("/")[1]}`] : [],
  ),
);

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
