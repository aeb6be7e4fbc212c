import sitePaths from "./site-paths.json" with { type: "json" };

/** Paths that the site always answers, whatever content is published. */
export const fixedPaths: readonly string[] = sitePaths.fixed;

/** Paths that show the home page until an editor creates and publishes a page on the same path. */
export const homeFallbackPaths: readonly string[] = sitePaths.homeFallbacks;

// First parts of paths that the site's server uses itself. Editors cannot publish pages at such paths.
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

/** Returns whether the site answers the path even when no editor has published a page there. */
export function isFixedPath(path: string): boolean {
  return fixedPaths.includes(path) || homeFallbackPaths.includes(path);
}

/** Returns whether the path is reserved, so that editors may not publish a page there. */
export function isReservedPath(path: string): boolean {
  const [, firstSegment = ""] = path.split("/");
  return fixedPaths.includes(path) || reservedFirstSegments.includes(firstSegment);
}
