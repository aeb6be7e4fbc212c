import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixedPaths, homeFallbackPaths, isReservedPath } from "../../../studio/public-paths.ts";
import { dataPathPrefix, livePath } from "../../../web/app/page-state.ts";
import { healthPath, paths, readyPath, specimenPath } from "../../../web/config/paths.ts";
import { staffPaths } from "../../../web/config/staff-paths.ts";
import { imagePath } from "../../../web/content/images.tsx";
import { pagesByPath } from "../../../web/pages/pages-by-path.ts";
import { homeAliases } from "../../../web/pages/published/published-route.ts";
import { manifestPath } from "../../../web/server/http/search-files.ts";
import { reportsPath } from "../../../web/server/http/security-headers.ts";

test("the site has every page of the specification", () => {
  expect([...pagesByPath.keys()]).toEqual(
    expect.arrayContaining([
      "/",
      "/quem-somos",
      "/como-funciona",
      "/locatarios",
      "/locadores",
      "/parceiros",
      "/contato",
      "/simular",
      "/termos",
      "/acompanhar",
      "/verificar",
      "/area-cliente",
      "/area-cliente/nova-senha",
      "/area-cliente/confirmar-email",
      "/contrato",
      "/login",
      "/admin/simulacoes",
      "/admin/equipe",
      "/admin/seguranca",
    ]),
  );
  expect(homeAliases).toEqual(["/noticias", "/sobre", "/privacidade"]);
});

test("the studio reserves exactly the paths of the site's coded pages", () => {
  expect(fixedPaths.toSorted()).toEqual([...pagesByPath.keys()].toSorted());
  expect(homeFallbackPaths.toSorted()).toEqual(homeAliases.toSorted());
});

test.each([...Object.values(paths), ...Object.values(staffPaths)])(
  "code that leads to %s leads to a page",
  (path) => {
    // Some of these paths, such as the path of the privacy policy, show the home page until editors publish a page there.
    expect(pagesByPath.has(path) || homeAliases.some((alias) => alias === path)).toBe(true);
  },
);

test("the studio refuses pages at the site's own files and data", async () => {
  const files = (await readdir("web/public")).map((name) => `/${name}`);
  const own = ["/robots.txt", "/sitemap.xml", manifestPath, specimenPath, "/assets/a.js"];
  const served = [imagePath, dataPathPrefix, livePath, reportsPath, healthPath, readyPath];
  for (const path of [...files, ...own, ...served]) {
    expect({ path, reserved: isReservedPath(path) }).toEqual({ path, reserved: true });
  }
});
