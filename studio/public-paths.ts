import sitePaths from "./site-paths.json" with { type: "json" };

/** Paths the site always answers, published content or not (specification, section 2). */
export const fixedPaths: readonly string[] = sitePaths.fixed;

/** Paths that show the home page until an editor publishes a free page for them. */
export const homeFallbackPaths: readonly string[] = sitePaths.homeFallbacks;

// The server answers these itself, so no editor can put a page there.
const reservedFirstSegments = [
  "_ao-vivo",
  "_dados",
  "_relatos",
  "admin",
  "api",
  "apple-touch-icon.png",
  "assets",
  "carta-de-exemplo.pdf",
  "favicon.ico",
  "favicon.svg",
  "healthz",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "imagens",
  "images",
  "robots.txt",
  "saude",
  "site.webmanifest",
  "sitemap.xml",
];

/** True when the site answers the path without any product or free page. */
export function isFixedPath(path: string): boolean {
  return fixedPaths.includes(path) || homeFallbackPaths.includes(path);
}

/** True when an editor may not publish a product or a free page on the path. */
export function isReservedPath(path: string): boolean {
  const [, firstSegment = ""] = path.split("/");
  return fixedPaths.includes(path) || reservedFirstSegments.includes(firstSegment);
}
