import { createHash } from "node:crypto";
import { StrictMode } from "react";
import {
  type RouteObject,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
} from "react-router-dom";
import type { LayoutContent, PublicSettings } from "../../app/layout-content.ts";
import type { PageState } from "../../app/page-state.ts";
import { createPrivateRoutes } from "../../app/create-private-routes.ts";
import { createRoutes, type RouteLoaders } from "../../app/routes.tsx";
import { type NativeAnswer, NativeAnswerProvider } from "../../backend/call-function.ts";
import { ContentFailure, documentsOfQuery } from "../../content/source/content-failure.ts";
import type { ContentSource } from "../../content/source/content-source.ts";
import { paths as codePaths } from "../../config/paths.ts";
import { describeSite } from "../../content/site-context.tsx";
import {
  type PageReader,
  type PublishedPaths,
  createPageReader,
  noPublishedPaths,
  readPublishedPaths,
} from "../../content/source/page-reader.ts";
import { layoutQuery } from "../../content/queries/shared-queries.ts";
import {
  StructuredScripts,
  financialService,
  structuredScript,
} from "../../content/structured-data.tsx";
import { pagesByPath } from "../../pages/pages-by-path.ts";
import { PageFailure, RenderFailure, renderMarkup } from "./render-markup.ts";

export interface RenderedPage {
  kind: "page";
  path: string;
  status: number;
  /** The document as React renders it: what pages tell browsers and search engines is in its head. */
  markup: string;
  /** The company and the page for search engines: scripts for its head, no part of the application. */
  structuredData: string;
  state: PageState;
  tags: readonly string[];
  fresh: boolean;
}

export interface RenderedRedirect {
  kind: "redirect";
  status: 301 | 302;
  to: string;
  tags: readonly string[];
  fresh: boolean;
}

export type RenderedReply = RenderedPage | RenderedRedirect;

/**
 * Renders the page of a path, or of a path and a query, from published content, whole or not at all;
 * with `answer` as what became of its form.
 * @throws PageFailure when content that the page needs cannot be had, or a component fails.
 */
export async function renderPage(
  path: string,
  settings: PublicSettings,
  source: ContentSource,
  answer: NativeAnswer | null = null,
): Promise<RenderedReply> {
  const reader = createPageReader(source);
  try {
    return await renderReply(path, settings, source, reader, answer);
  } catch (error) {
    throw new PageFailure({ path, ...placeOf(error, reader) }, error);
  }
}

/** The loaders of one rendering: they read published content through its reader. */
function createLoaders(
  { read }: PageReader,
  published: PublishedPaths,
  settings: PublicSettings,
): RouteLoaders {
  return {
    layout: async (): Promise<LayoutContent> => ({ ...(await read(layoutQuery)), ...settings }),
    page:
      ({ load }) =>
      ({ request }) =>
        load && load({ path: new URL(request.url).pathname, read, published }),
  };
}

function placeOf(error: unknown, reader: PageReader) {
  if (error instanceof ContentFailure) return { component: undefined, document: error.document };
  if (!(error instanceof RenderFailure)) return { component: undefined, document: reader.about() };
  const { component, withinPage } = error;
  return { component, document: withinPage ? reader.about() : documentsOfQuery(layoutQuery, {}) };
}

async function renderReply(
  address: string,
  settings: PublicSettings,
  source: ContentSource,
  reader: PageReader,
  answer: NativeAnswer | null,
): Promise<RenderedReply> {
  const [path = ""] = address.split("?");
  // Pages in code need no look at the published paths, and so do not change with them.
  const paths = pagesByPath.has(path) ? noPublishedPaths : await readPublishedPaths(source);
  const redirect = paths.redirects.get(path);
  if (redirect)
    return {
      kind: "redirect",
      status: redirect.permanent ? 301 : 302,
      to: redirect.to,
      tags: paths.tags,
      fresh: paths.fresh,
    };

  const loaders = createLoaders(reader, paths, settings);
  const routes: RouteObject[] = createRoutes(loaders, createPrivateRoutes(loaders));
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(settings.origin + address));
  if (context instanceof Response) throw new Error(`Unexpected reply ${context.status} for a page`);
  const failure = Object.values(context.errors ?? {})[0];
  if (failure) throw failure;

  const router = createStaticRouter(handler.dataRoutes, context);
  const structuredScripts = new Set<string>();
  const markup = await renderMarkup(
    // One child each, so that the ids in `#root` are those that the browser makes there.
    <html lang="pt-BR">
      <body>
        <div id="root">
          <StrictMode>
            <NativeAnswerProvider value={answer}>
              <StructuredScripts value={structuredScripts}>
                <StaticRouterProvider router={router} context={context} hydrate={false} />
              </StructuredScripts>
            </NativeAnswerProvider>
          </StrictMode>
        </div>
      </body>
    </html>,
  );
  const layout: LayoutContent = context.loaderData["layout"];
  const { settings: company } = layout;
  const site = describeSite(company, settings.origin);
  // The form of a simulation fills the first round trip without it (design: 14,500 bytes).
  if (company && path !== codePaths.simulation) {
    structuredScripts.add(structuredScript(financialService(company, site)));
  }
  const loaderData = context.loaderData;
  const version = createHash("sha256").update(JSON.stringify(loaderData)).digest("base64url");
  return {
    kind: "page",
    path,
    status: context.statusCode,
    markup,
    structuredData: [...structuredScripts].join(""),
    state: { version: version.slice(0, 16), loaderData },
    tags: [...paths.tags, ...reader.tags()],
    fresh: paths.fresh && reader.fresh(),
  };
}
