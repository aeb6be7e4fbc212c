import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { ErrorPage } from "./error-page.tsx";

/**
 * Takes over the server's HTML. An error that no route caught would leave an empty page: the error
 * page takes its place, and `onFailed` is called.
 */
export function hydrateWhole(container: Element, page: ReactNode, onFailed: () => void): void {
  const root = hydrateRoot(container, page, {
    onUncaughtError(error) {
      reportError(error);
      root.render(<ErrorPage />);
      onFailed();
    },
  });
}
