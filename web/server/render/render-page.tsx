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
import { createRoutes, type RouteLoaders } from "../../app/app-routes.tsx";
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
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { reasonOf } from "../../config/log.ts";

export interface RenderedPage {
  kind: "page";
  path: string;
  status: number;
  /** HTML document that React rendered, with meta tags in its head. */
  markup: string;
  /** Scripts with structured data for search engines. They are added to the head, outside the React application. */
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
 * Renders the page at a path from published content. @param answer result of the page's posted
 * form. @throws PageFailure when needed content is missing or a component fails.
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

/** Creates the loaders for one rendering, which share one reader of published content. */
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
  // Pages defined in code do not read the list of published paths. These pages stay cached when the list changes.
  const paths = pagesByPath.has(path) ? noPublishedPaths : await readPublishedPaths(source);
  const redirect = paths.redirects.get(path);
  if (redirect) {
    const { tags, fresh } = paths;
    return {
      kind: "redirect",
      status: redirect.permanent ? 301 : 302,
      to: redirect.to,
      tags,
      fresh,
    };
  }

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
    // Each element around the application has a single child. With siblings, React would create other ids here than in
    // the browser.
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
  // The simulation page omits the structured data about the company, because its HTML must fit into the 14,500 bytes of
  // the first network round trip.
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

/** Line of React's component stack, with the name and file of a component. */
const FRAME = /^\s+at (?<name>[\w$.]+) \((?<place>[^)]*)\)$/gm;
/** Line of `Outlet` in the component stack. Components inside `Outlet` belong to the page, the others to the layout. */
const WITHIN_PAGE = /^\s+at Outlet\b/m;

export class RenderFailure extends Error {
  override name = "RenderFailure";
  /** Name of the innermost component of our own code. */
  readonly component: string;
  /** True when the component belongs to the page, false when it surrounds every page. */
  readonly withinPage: boolean;

  constructor(cause: unknown, componentStack = "") {
    super(reasonOf(cause), { cause });
    const own = [...componentStack.matchAll(FRAME)].find(
      ({ groups }) => !groups?.["place"]?.includes("node_modules"),
    );
    this.component = own?.groups?.["name"] ?? "unknown";
    this.withinPage = WITHIN_PAGE.test(componentStack);
  }
}

/**
 * Renders complete HTML for hydration. `renderToString` would leave a gap where a component fails.
 * @throws RenderFailure for the first component that fails, even inside a Suspense boundary.
 */
export async function renderMarkup(node: ReactNode): Promise<string> {
  const failures: RenderFailure[] = [];
  const rendering = prerenderToNodeStream(node, {
    // Large sections stay at their place in the HTML. Otherwise a script would have to move them there.
    progressiveChunkSize: Infinity,
    onError(error, { componentStack }) {
      failures.push(new RenderFailure(error, componentStack));
    },
  });
  await rendering.catch(() => {});
  if (failures[0]) throw failures[0];
  return text((await rendering).prelude);
}

interface FailurePlace {
  path: string;
  /** Name of the innermost component of our own code; undefined when no component failed. */
  component: string | undefined;
  /** Sanity documents with the content of the failed page or of the layout around the page. */
  document: string;
}

/** Error of a page that could not be rendered. Pages are never shown in part. */
export class PageFailure extends Error {
  override name = "PageFailure";
  readonly place: FailurePlace;

  constructor(place: FailurePlace, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.place = place;
  }
}
