import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { bootScript } from "./web/build/boot-script-plugin.ts";
import { LongestFirstSequencer } from "./tests/support/runner/longest-first-sequencer.ts";
import { compressedFiles } from "./web/build/compressed-files-plugin.ts";
import { filesOfChunk } from "./web/build/files-of-chunk.ts";

const ROUTER = resolve("node_modules/react-router/dist/production");

/**
 * Builds the site: `dist/web/client` for browsers, `dist/web/server` for Node, and `dist/web/overlay`
 * for the studio's frame, with a React of its own: visitors' scripts do not change with it.
 */
export default defineConfig(({ command, mode }) => ({
  plugins: [react(), tailwindcss(), bootScript("web/app/boot.ts"), compressedFiles()],
  // Its package offers bundlers its development build alone.
  resolve: {
    alias:
      command === "build"
        ? [
            { find: /^react-router$/, replacement: `${ROUTER}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${ROUTER}/dom-export.mjs` },
          ]
        : [],
  },
  publicDir: "web/public",
  environments: {
    client: {
      build: {
        outDir: "dist/web/client",
        manifest: true,
        modulePreload: {
          polyfill: false,
          // What is there by then would only lengthen the lists, which every visitor gets: what every
          // page loads, and all but one of what the result of a simulation needs.
          resolveDependencies: (file, parts) =>
            file.includes("simulation-result")
              ? []
              : parts.filter((part) => !/(rolldown-runtime|framework|site)-/.test(part)),
        },
        rolldownOptions: {
          input: { application: "web/app/entry-client.tsx", styles: "web/app/styles.css" },
          // The boot script calls what the application exports.
          preserveEntrySignatures: "strict",
          // What every page loads travels together: rolldown's own ways to share code gave pages 3 to
          // 50 KB of each other's (docs/decisions/2026-11-22-tricks.md).
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
                  priority: 3,
                },
                {
                  name: "site",
                  test: filesOfChunk([
                    "web/app/routes.tsx",
                    "web/app/error-page.tsx",
                    "web/app/page-state.ts",
                    "web/config/path-within-site.ts",
                    "web/content/head.tsx",
                    "web/content/images.tsx",
                    "web/content/structured-data.tsx",
                    "web/ui/section/fact-list.tsx",
                    "web/ui/section/sections.tsx",
                    "web/ui/layout/load-optional-part.ts",
                    "web/ui/form/form-ready.ts",
                  ]),
                  priority: 2,
                },
                {
                  name: "forms",
                  test: filesOfChunk([
                    "web/backend/use-public-form.ts",
                    "web/features/simulate/simulation-rules.ts",
                    "web/features/become-a-partner/partnership-rules.ts",
                    "web/ui/form/controls.tsx",
                    "web/ui/form/fields.tsx",
                    "web/ui/form/form.tsx",
                    "web/ui/form/use-validated-form.ts",
                    "web/content/form-notices.tsx",
                  ]),
                },
              ],
            },
          },
        },
      },
    },
    overlay: {
      consumer: "client",
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      build: {
        outDir: "dist/web/overlay",
        copyPublicDir: false,
        // Editors load it, once.
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: {
          input: { overlay: "web/overlay/overlay.ts" },
          output: {
            entryFileNames: "[name].js",
            assetFileNames: "[name].[ext]",
            codeSplitting: false,
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/web/server",
        ssr: true,
        // For `node --enable-source-maps`; no visitor is served anything of this folder.
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: "web/server/main.ts", "write-snapshot": "web/server/write-snapshot.ts" },
        },
      },
    },
  },
  builder: { sharedConfigBuild: true },
  test: {
    // `npm test` leaves these to `npm run test:full`; named on the command line they run all the same.
    exclude: [...configDefaults.exclude, ...(mode === "short" ? ["**/*.full.test.*"] : [])],
    tags: [
      { name: "full", description: "Left by npm test to npm run test:full: a file, or a test." },
    ],
    // One more than there are cores: a test waits for a fifth of its time for what it looks at.
    maxWorkers: availableParallelism() + 1,
    // A worker loads the programs under test once, and keeps its browser.
    isolate: false,
    // A sixth of its time was collecting what is soon done with: requests, answers, messages of the browser.
    execArgv: ["--max-semi-space-size=64"],
    setupFiles: ["tests/support/runner/fail-on-problems.ts"],
    // What they start compiles what another did before.
    env: { NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") },
    sequence: { sequencer: LongestFirstSequencer },
    // Two browsers and a database share two cores here: waiting is no measurement.
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", "./tests/support/runner/plain-summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Beside the tests of the system the machine is busy; what is asserted does not depend on it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["{web,studio,scripts,supabase/functions}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: { name: "static", include: ["tests/static/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts", "supabase/{local,tests}/**/*.test.ts"],
          exclude: ["tests/static/**"],
          globalSetup: ["tests/support/runner/prepare.ts"],
          // Tests that wait side by side; each has pages of its own.
          maxConcurrency: 3,
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
}));
