import { type ComponentType, createElement } from "react";
import { type data, useLoaderData } from "react-router-dom";
import type { PageReader, PublishedPaths } from "../content/source/page-reader.ts";
import type { AllSanitySchemaTypes } from "../content/sanity.types.ts";

/**
 * What a page is for. A form comes with what tells of its outcome. An account is about somebody's
 * own data: it hydrates at once, and stays out of search engines and of every cache. So does a
 * staff screen, which has a frame of its own in place of the site's header and footer.
 */
type PageKind = "marketing" | "form" | "account" | "staff";

/** Whether pages of this kind show somebody's own data. */
export function isPrivateKind(kind: string): boolean {
  return kind === "account" || kind === "staff";
}

type ContentDocument = Extract<AllSanitySchemaTypes, { _id: string }>["_type"];

/** What a loader knows of the request that it answers. */
export interface PageRequest {
  path: string;
  read: PageReader["read"];
  published: PublishedPaths;
}

/** `data(content, { status })` of React Router answers with another status than 200. */
type Loader<Content> = (
  request: PageRequest,
) => Promise<Content | ReturnType<typeof data<Content>>>;

type Path = string | readonly string[];

interface PageDefinition<Content, OwnPath> {
  /** Its address, or its addresses; "*" is every one that no other page has. */
  path: OwnPath;
  kind: PageKind;
  /** The singleton whose last change the sitemap tells; a page without one is not in it. */
  sitemap?: ContentDocument;
  /**
   * Reads what the page shows. After `import.meta.env?.SSR &&` it is left out of what browsers
   * load, and with it the query.
   */
  load: Loader<Content> | false;
  page: () => Promise<ComponentType<{ content: Content; path: string }>>;
}

/** What a page is given: the result of its query, and its own path. */
export interface PageProps<QueryResult> {
  content: NonNullable<QueryResult>;
  path: string;
}

export interface PageRoute<OwnPath = Path> extends Omit<PageDefinition<unknown, OwnPath>, "page"> {
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** Ties a page to its loader: what this one gives must be what that one shows. */
export function definePage<Content, const OwnPath extends Path = Path>(
  definition: PageDefinition<Content, OwnPath>,
): PageRoute<OwnPath> {
  const { page, ...route } = definition;
  const path = String(route.path);
  return {
    ...route,
    lazy: async () => {
      const Page = await page();
      return {
        Component: function LoadedPage() {
          const content = useLoaderData();
          return createElement(Page, { content, path });
        },
      };
    },
  };
}

/** The loader of a page whose texts are in the code. */
export const noContent = () => Promise.resolve(null);
