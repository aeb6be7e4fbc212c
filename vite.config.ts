import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bootScript } from "./web/server/boot-script-plugin.ts";

/** Builds the site: `dist/web/client` for browsers and `dist/web/server` for Node. */
export default defineConfig({
  plugins: [react(), tailwindcss(), bootScript("web/app/boot.ts")],
  publicDir: "web/public",
  environments: {
    client: {
      build: {
        outDir: "dist/web/client",
        manifest: true,
        // The styles are inlined in the HTML: the application must not fetch them again.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_url, dependencies) =>
            dependencies.filter((file) => !file.endsWith(".css")),
        },
        rolldownOptions: {
          input: { application: "web/app/entry-client.tsx", styles: "web/app/styles.css" },
          // The boot script calls what the application exports.
          preserveEntrySignatures: "strict",
          output: {
            // Compressed together the framework is 3 KB smaller than in the files it would make.
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/web/server",
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { main: "web/server/main.ts", "write-snapshot": "web/server/write-snapshot.ts" },
        },
      },
    },
  },
  builder: { sharedConfigBuild: true },
  test: {
    reporters: ["default", "./tests/support/plain-summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["{web,studio,supabase,scripts}/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["tests/support/build-once.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What is waited for comes soon, but not on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
