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
    // The site and the studio are built from one lockfile; a studio that updates itself would not be.
    autoUpdates: false,
    // Which of the project's studios a deployment replaces; without it `sanity deploy` asks.
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
    // What the parts of `npm run dev` write beside it is no source of the studio.
    server: { watch: { ignored: ["**/.local/**", "**/dist/**"] } },
    // `sanity dev` bundles dependencies apart, without the plugins of the application.
    optimizeDeps: { rolldownOptions: { plugins: changedPackages } },
  },
});
