import sitePaths from "./site-paths.json" with { type: "json" };

/** Paths that the site always answers, whatever content is published (specification, section 2). */
export const fixedPaths: readonly string[] = sitePaths.fixed;

/** Paths that show the home page until an editor publishes a free page on the same path. */
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

/** Returns whether the site answers the path when no product or free page has it. */
export function isFixedPath(path: string): boolean {
  return fixedPaths.includes(path) || homeFallbackPaths.includes(path);
}

/** Returns whether editors are not allowed to publish a product or a free page on the path. */
export function isReservedPath(path: string): boolean {
  const [, firstSegment = ""] = path.split("/");
  return fixedPaths.includes(path) || reservedFirstSegments.includes(firstSegment);
}
