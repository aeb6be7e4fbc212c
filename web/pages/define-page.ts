import { type ComponentType, createElement } from "react";
import { type data, useLoaderData } from "react-router-dom";
import type { PageReader, PublishedPaths } from "../content/source/page-reader.ts";
import type { AllSanitySchemaTypes } from "../content/sanity.types.ts";

/**
 * Kind of a page. "form" pages load form messages. "account" pages show personal data, hydrate at once, and are never
 * cached or indexed. "staff" pages are account pages in the layout of staff screens.
 */
type PageKind = "marketing" | "form" | "account" | "staff";

/** Returns true when pages of this kind show personal data. */
export function isPrivateKind(kind: string): boolean {
  return kind === "account" || kind === "staff";
}

type ContentDocument = Extract<AllSanitySchemaTypes, { _id: string }>["_type"];

/** Path of the requested page, and content sources from which a loader reads. */
export interface PageRequest {
  path: string;
  read: PageReader["read"];
  published: PublishedPaths;
}

/** Loads a page's content. For a status other than 200, a loader returns React Router's `data(content, { status })`. */
type Loader<Content> = (
  request: PageRequest,
) => Promise<Content | ReturnType<typeof data<Content>>>;

type Path = string | readonly string[];

interface PageDefinition<Content, OwnPath> {
  /** Path or paths of the page. "*" matches every path that no other page has. */
  path: OwnPath;
  kind: PageKind;
  /** Document type from which the sitemap takes the page's last change. The sitemap omits pages without this type. */
  sitemap?: ContentDocument;
  /** Reads the content. `import.meta.env?.SSR &&` before a loader keeps the loader out of the browser's bundle. */
  load: Loader<Content> | false;
  page: () => Promise<ComponentType<{ content: Content; path: string }>>;
}

export interface PageProps<QueryResult> {
  content: NonNullable<QueryResult>;
  path: string;
}

export interface PageRoute<OwnPath = Path> extends Omit<PageDefinition<unknown, OwnPath>, "page"> {
  lazy: () => Promise<{ Component: ComponentType }>;
}

/** Connects a page with its loader. The compiler checks that the loader's result fits the page's props. */
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

/** Loader of a page that needs no content from Sanity, because its texts are in the code. */
export const noContent = () => Promise.resolve(null);
