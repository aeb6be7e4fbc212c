import { LaunchIcon } from "@sanity/icons/Launch";
import type { DocumentActionComponent, DocumentActionsResolver, PluginOptions } from "sanity";
import {
  type DocumentLocationResolver,
  defineDocuments,
  presentationTool,
} from "sanity/presentation";
import { contentApiVersion } from "../../content-api-version.ts";
import { homeFallbackPaths } from "../public-paths.ts";
import { singletons } from "../singletons.ts";
import { findSiteUrl } from "./find-site-url.ts";
import { pageOf, pagesOfSingletons, singletonOfPage } from "./pages-of-types.ts";

const home = `{"title": "Página inicial", "href": "/"}`;
const pages = `*[_type == "page" && defined(path) && references($id)]{"title": title, "href": path}`;

/**
 * GROQ queries for the titles and paths of pages that show a document, by the document's type. Types whose pages are
 * always the same need no query.
 */
const queries: Readonly<Record<string, string>> = {
  product: `*[_id == $id && defined(slug.current)]{"title": name, "href": "/" + slug.current} + [${home}]`,
  page: `*[_id == $id && defined(path)]{title, "href": path}`,
  faqItem: `[${home}] + ${pages}`,
  partner: `[${home}]`,
  // Older content, from before the migration of links, has the target in one string.
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

const documentLocations: DocumentLocationResolver = (
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

const isFreePage = `_type == "page" && path == $path`;

/** Documents that open in the studio next to each page of the site. The first route that matches decides. */
export const mainDocuments = defineDocuments([
  ...[...singletonOfPage].map(([route, type]) => ({ route, type })),
  {
    route: [...homeFallbackPaths],
    filter: `${isFreePage} || _type == "homePage" && count(*[${isFreePage}]) == 0`,
    params: ({ path }) => ({ path }),
  },
  {
    route: "/*",
    filter: `_type == "product" && "/" + slug.current == $path || ${isFreePage}`,
    params: ({ path }) => ({ path }),
  },
]);

function openOnSite(siteUrl: string): DocumentActionComponent {
  return function OpenOnSite({ type, draft, published }) {
    const path = pageOf(type, published ?? draft);
    if (!path) return null;
    return {
      label: "Abrir no site",
      icon: LaunchIcon,
      disabled: !published,
      title: published ? `Abre ${path} em outra aba` : "Publique para ver no site",
      onHandle: () => void window.open(siteUrl + path, "_blank", "noopener"),
    };
  };
}

const siteUrl = findSiteUrl();

/** Preview tool, in which a click on a text opens the text's field. The list is empty when the site has no URL. */
export const presentation: PluginOptions[] = siteUrl
  ? [
      presentationTool({
        title: "Pré-visualização",
        previewUrl: {
          initial: siteUrl,
          previewMode: { enable: "/api/preview/enable", disable: "/api/preview/disable" },
        },
        allowOrigins: [siteUrl],
        resolve: { mainDocuments, locations: documentLocations },
      }),
    ]
  : [];

/** Adds the action “Abrir no site” to the actions that `resolve` returns. */
export function withSite(resolve: DocumentActionsResolver): DocumentActionsResolver {
  if (!siteUrl) return resolve;
  const action = openOnSite(siteUrl);
  return (actions, context) => [...resolve(actions, context), action];
}
