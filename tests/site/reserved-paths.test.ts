import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixedPaths, homeFallbackPaths, isReservedPath } from "../../studio/public-paths.ts";
import { pagePaths } from "../../web/app/page-paths.ts";
import { dataPathPrefix, livePath } from "../../web/app/page-state.ts";
import { homeAliases } from "../../web/config/paths.ts";
import { imagePath } from "../../web/content/image-url.ts";
import { manifestPath } from "../../web/server/http/search-files.ts";
import { reportsPath } from "../../web/server/http/security-headers.ts";

test("the studio keeps for the site exactly the pages that the site has in code", () => {
  expect(fixedPaths.toSorted()).toEqual(Object.values(pagePaths).toSorted());
  expect(homeFallbackPaths.toSorted()).toEqual(homeAliases.toSorted());
});

test("the studio lets nobody publish where the site's own files and data are", async () => {
  const files = (await readdir("web/public")).map((name) => `/${name}`);
  const own = ["/robots.txt", "/sitemap.xml", manifestPath, "/assets/a.js"];
  for (const path of [...files, ...own, imagePath, dataPathPrefix, livePath, reportsPath]) {
    expect({ path, reserved: isReservedPath(path) }).toEqual({ path, reserved: true });
  }
});
