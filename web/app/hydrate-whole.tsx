import type { ReactNode } from "react";
import { hydrateRoot, type Root, type RootOptions } from "react-dom/client";
import { ErrorPage } from "./error-page.tsx";

export type ShowAnew = (container: Element, page: ReactNode, settings: RootOptions) => Root;

/** Hydrates the server's HTML, or calls `showAnew` if given. After an uncaught error, shows the error page instead. */
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
