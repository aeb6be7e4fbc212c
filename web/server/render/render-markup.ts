import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { reasonOf } from "../../config/log.ts";

/** One frame of React's component stack, with where the component is. */
const FRAME = /^\s+at (?<name>[\w$.]+) \((?<place>[^)]*)\)$/gm;
/** What `Outlet` shows is the page; the rest surrounds it. */
const WITHIN_PAGE = /^\s+at Outlet\b/m;

/** A component that could not be rendered. */
export class RenderFailure extends Error {
  override name = "RenderFailure";
  /** The innermost component of our own. */
  readonly component: string;
  /** False for what surrounds every page. */
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
 * Renders to HTML that a browser can hydrate, whole or not at all.
 * @throws RenderFailure for the first component that fails, within a Suspense boundary or not:
 * `renderToString` would leave a hole there.
 */
export async function renderMarkup(node: ReactNode): Promise<string> {
  const failures: RenderFailure[] = [];
  const rendering = prerenderToNodeStream(node, {
    // Nothing is sent later: a large section would otherwise wait for a script that moves it.
    progressiveChunkSize: Infinity,
    onError(error, { componentStack }) {
      failures.push(new RenderFailure(error, componentStack));
    },
  });
  await rendering.catch(() => {});
  if (failures[0]) throw failures[0];
  return text((await rendering).prelude);
}

/** Where the rendering of a page failed. */
interface FailurePlace {
  path: string;
  /** Innermost component of our own, when a component failed. */
  component: string | undefined;
  /** What the page, or what surrounds it, is made from. */
  document: string;
}

/** A page that cannot be shown as a whole, and so not at all. */
export class PageFailure extends Error {
  override name = "PageFailure";
  readonly place: FailurePlace;

  constructor(place: FailurePlace, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.place = place;
  }
}
