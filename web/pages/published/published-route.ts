import { data } from "react-router-dom";
import { definePage } from "../define-page.ts";
import { notFoundQuery } from "../not-found/not-found-query.ts";
import { loadPublished, type PublishedContent } from "./load-published.ts";

/** Every path that no page in code has: a product, a page that an editor made, or the 404 page. */
export const publishedRoute = definePage<PublishedContent>({
  path: "*",
  kind: "marketing",
  load:
    import.meta.env?.SSR &&
    (async (request) =>
      (await loadPublished(request)) ??
      data({ kind: "notFound", content: await request.read(notFoundQuery) }, { status: 404 })),
  page: async () => (await import("./published-page.tsx")).PublishedPage,
});
