import { createRoot } from "react-dom/client";
import type { ShowAnew } from "./hydrate-whole.tsx";
import { keepTyped } from "./keep-typed.ts";

/** Shows a page of a newer version than its HTML, in whose place it comes with what was typed there. */
export const showNewer: ShowAnew = (container, page, settings) => {
  keepTyped(container);
  const root = createRoot(container, settings);
  root.render(page);
  return root;
};
