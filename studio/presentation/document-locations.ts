import type { DocumentLocationResolver } from "sanity/presentation";
import { contentApiVersion } from "../../content-api-version.ts";
import { singletons } from "../singletons.ts";
import { pagesOfSingletons, singletonOfPage } from "./pages-of-types.ts";

const home = `{"title": "Página inicial", "href": "/"}`;
const pages = `*[_type == "page" && defined(path) && references($id)]{"title": title, "href": path}`;

/** Where documents are shown whose places depend on content; each gives titles and paths. */
const queries: Readonly<Record<string, string>> = {
  product: `*[_id == $id && defined(slug.current)]{"title": name, "href": "/" + slug.current} + [${home}]`,
  page: `*[_id == $id && defined(path)]{title, "href": path}`,
  faqItem: `[${home}] + ${pages}`,
  partner: `[${home}]`,
  // Content that is not migrated yet says where to in one string.
  redirect: `*[_id == $id]{"to": coalesce(
    target.place, "/" + target.document->slug.current, target.document->path, to
  )}[defined(to)]{"title": "Leva para " + to, "href": to}`,
  legalVersion: `*[_id == $id && defined(path)]{"title": path, "href": path}`,
  coverage: `[
    {"title": "Como funciona", "href": "/como-funciona"},
    {"title": "Para locadores", "href": "/locadores"}
  ] + *[_type == "product" && showsCoverage == true]{"title": name, "href": "/" + slug.current}`,
};

const everywhere: readonly string[] = ["navigation", "footer", "siteSettings"];

/** Tells in the studio on which pages a document is shown. */
export const documentLocations: DocumentLocationResolver = (
  { id, type, perspectiveStack },
  { documentStore },
) => {
  const query = queries[type];
  if (query) {
    return documentStore.listenQuery(
      `{"locations": ${query}}`,
      { id },
      { apiVersion: contentApiVersion, perspective: perspectiveStack },
    );
  }
  const paths = pagesOfSingletons[type];
  if (!paths) return { message: "Não aparece em nenhuma página do site.", tone: "caution" };
  return {
    locations: paths.map((path) => ({ title: titleOf(path), href: path })),
    ...(everywhere.includes(type) && { message: "Aparece em todas as páginas.", tone: "positive" }),
  };
};

function titleOf(path: string): string {
  const type = singletonOfPage.get(path);
  return singletons.find((singleton) => singleton.type === type)?.title ?? path;
}
