import { defineCliConfig } from "sanity/cli";
import { changePackages, filesThatCallOutside, orderedLists } from "./build/changed-packages.ts";
import { studioPage } from "./build/studio-page.ts";

const changedPackages = changePackages([orderedLists, ...filesThatCallOutside]);

const appId = process.env.SANITY_STUDIO_APP_ID;

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || "payser-local",
    dataset: process.env.SANITY_STUDIO_DATASET || "production",
  },
  deployment: {
    // Automatic updates are off, because site and studio must use the same versions from one lockfile.
    autoUpdates: false,
    // Id of the hosted studio that `sanity deploy` replaces. The command asks for the id when it is absent.
    ...(appId && { appId }),
  },
  schemaExtraction: { enforceRequiredFields: true, path: "studio/schema.json" },
  typegen: {
    path: ["web/content/queries/*.ts", "web/pages/*/*.ts"],
    schema: "studio/schema.json",
    generates: "web/content/sanity.types.ts",
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
  vite: {
    plugins: [...changedPackages, studioPage()],
    // The watcher ignores these folders, because other parts of `npm run dev` write generated files into the folders.
    server: { watch: { ignored: ["**/.local/**", "**/dist/**"] } },
    // `sanity dev` bundles dependencies in a separate step, which needs its own list of plugins.
    optimizeDeps: { rolldownOptions: { plugins: changedPackages } },
  },
});
