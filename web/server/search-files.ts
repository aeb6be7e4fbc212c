import { paths } from "../config/paths.ts";
import type { ContentSource } from "../content/content-source.ts";
import { sitemapQuery } from "../content/queries/sitemap-query.ts";

export interface SearchFiles {
  robots(): string;
  /** The sitemap protocol's XML of every public page with the date of its last change. */
  sitemap(): Promise<string>;
}

/** robots.txt and sitemap.xml, made from what is published. */
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
  };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
