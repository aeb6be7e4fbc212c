import { resolve } from "node:path";
import type { Plugin } from "vite";

/**
 * React Router's package offers bundlers its development build alone, and keeps them from leaving
 * out the components that nobody uses. Of the 113 KB of script that the home page loads this saves
 * 1.9: without it the page is past its budget (docs/decisions/2026-11-22-tricks.md).
 */
export function routerForProduction(): Plugin {
  return {
    name: "router-for-production",
    apply: "build",
    config() {
      const folder = resolve("node_modules/react-router/dist/production");
      return {
        resolve: {
          alias: [
            { find: /^react-router$/, replacement: `${folder}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${folder}/dom-export.mjs` },
          ],
        },
      };
    },
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, "")
          .replaceAll(
            /^var \w+ = (?=React\w*\.(?:forwardRef|createContext)\()/gm,
            "$&/* @__PURE__ */ ",
          ),
        map: null,
      }),
    },
  };
}
