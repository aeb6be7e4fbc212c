import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { bootScript } from "./web/build/boot-script-plugin.ts";
import { LongestFirstSequencer } from "./tests/support/runner/longest-first-sequencer.ts";
import { filesOfChunk } from "./web/build/files-of-chunk.ts";

if (Number.parseInt(process.versions.node) < 22) {
  throw new Error("An editor's own vitest needs Node 24 (.nvmrc); npm test brings its own Node.");
}

const ROUTER = resolve("node_modules/react-router/dist/production");

/**
 * Builds the site: `dist/web/client` for browsers, `dist/web/server` for Node, and `dist/web/overlay` for pages that
 * the studio shows in a frame. The overlay contains its own React, so the visitors' scripts stay unchanged.
 */
export default defineConfig(({ command, mode }) => ({
  plugins: [react(), tailwindcss(), bootScript("web/app/boot.ts")],
  // Production build of React Router. Without these aliases, bundlers would take the development build.
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
          // Preload lists make the scripts larger, so they omit the chunks that every page already loads. The
          // question about an e-mail address gets no list, because a list saves no time for a single module.
          resolveDependencies: (file, parts) =>
            file.includes("email-question")
              ? []
              : parts.filter((part) => !/(rolldown-runtime|framework|site)-/.test(part)),
        },
        rolldownOptions: {
          input: { application: "web/app/entry-client.tsx", styles: "web/app/styles.css" },
          // Keeps the exports of the application's entry, because the boot script calls them.
          preserveEntrySignatures: "strict",
          // Modules that every page uses are in one chunk. Rolldown's own splitting put 3 to 50 KB
          // of other pages' code into each page
          // (docs/decisions/2026-11-22-performance-optimisations.md).
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
                    "web/app/app-routes.tsx",
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
                  name: "toaster",
                  test: filesOfChunk(["web/app/task-layout.tsx", "web/ui/feedback/toaster.tsx"]),
                  priority: 2,
                },
                {
                  name: "forms",
                  test: filesOfChunk([
                    "web/backend/use-public-form.ts",
                    "web/features/requests/applicant/simulation-rules.ts",
                    "web/features/partners/applicant/partnership-rules.ts",
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
        // The overlay may be large, because only editors load it. Their browsers load it only once.
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
        // `node --enable-source-maps` reads the source map. The server sends no file of this folder to visitors.
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
    // `npm test` skips these files, and `npm run test:full` runs them. A file named on the command line always runs.
    exclude: [...configDefaults.exclude, ...(mode === "short" ? ["**/*.full.test.*"] : [])],
    tags: [{ name: "full", description: "A file or a test that runs only in npm run test:full." }],
    // There is one worker more than processor cores, because tests spend a fifth of their time waiting.
    maxWorkers: availableParallelism() + 1,
    // Test files of a worker share their modules, so that each worker loads the tested programs and the browser only
    // once.
    isolate: false,
    // The heap for new objects is larger than usual. With the usual heap, garbage collection took a sixth of the time.
    execArgv: ["--max-semi-space-size=64"],
    setupFiles: ["tests/support/runner/fail-on-problems.ts"],
    // All test processes share one cache of compiled code.
    env: { NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") },
    sequence: { sequencer: LongestFirstSequencer },
    // The timeout is long, because two browsers and a database share two cores here. A slow result is not a wrong
    // result.
    expect: { poll: { timeout: 20_000 } },
    reporters: ["default", "./tests/support/runner/plain-summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // The timeouts are long, because the system tests keep the machine busy. No assertion depends on speed.
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
          // Number of concurrent tests in a file. Each test has its own pages.
          maxConcurrency: 3,
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
}));
