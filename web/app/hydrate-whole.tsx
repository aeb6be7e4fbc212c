import type { ReactNode } from "react";
import { hydrateRoot, type Root, type RootOptions } from "react-dom/client";
import { ErrorPage } from "./error-page.tsx";

/** Shows a page in the place of another. */
export type ShowAnew = (container: Element, page: ReactNode, settings: RootOptions) => Root;

/**
 * Takes over the server's HTML, unless there is another way to show the page. An error that no route
 * caught would leave an empty page: the error page takes its place, and `onFailed` is called.
 */
export function hydrateWhole(
  container: Element,
  page: ReactNode,
  onFailed: () => void,
  showAnew?: ShowAnew,
): void {
  const settings = {
    onUncaughtError(error: unknown) {
      reportError(error);
      root.render(<ErrorPage />);
      onFailed();
    },
  };
  const root = showAnew
    ? showAnew(container, page, settings)
    : hydrateRoot(container, page, settings);
}
