import type { HomeQueryResult } from "../../content/sanity.types.ts";
import { definePage } from "../define-page.ts";
import { homeQuery } from "../home/home-query.ts";
import { loadPublished, type PublishedContent } from "../published/load-published.ts";

/** Paths that show the home page until an editor publishes a page for them (domain decision 5). */
export const homeAliases: readonly string[] = ["/noticias", "/sobre", "/privacidade"];

export type HomeAliasContent =
  | PublishedContent
  | { kind: "home"; content: NonNullable<HomeQueryResult> };

export const homeAliasRoute = definePage<HomeAliasContent>({
  path: homeAliases,
  kind: "marketing",
  load:
    import.meta.env?.SSR &&
    (async (request) =>
      (await loadPublished(request)) ?? { kind: "home", content: await request.read(homeQuery) }),
  page: async () => (await import("../published/published-page.tsx")).PublishedPage,
});
