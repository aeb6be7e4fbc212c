import { paths } from "../../config/paths.ts";
import type { ContentSource } from "../../content/content-source.ts";
import { layoutQuery } from "../../content/queries/layout-query.ts";
import { sitemapQuery } from "../../content/queries/sitemap-query.ts";
import { brandColours } from "../../ui/brand/brand-colours.ts";

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
  const privatePaths = [paths.clientArea, paths.login, paths.contract, "/admin"];
  return {
    robots: () =>
      [
        "User-agent: *",
        ...privatePaths.map((path) => `Disallow: ${path}`),
        `Sitemap: ${siteUrl}/sitemap.xml`,
        "",
      ].join("\n"),
    async sitemap() {
      const { result } = await source.read(sitemapQuery);
      const urls = result.map(
        ({ path, _updatedAt }) =>
          `<url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${_updatedAt}</lastmod></url>`,
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

function icon(src: string, size: number) {
  return { src, sizes: `${size}x${size}`, type: "image/png" };
}

const maskableIcon = { ...icon("/icon-maskable-512.png", 512), purpose: "maskable" };

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
