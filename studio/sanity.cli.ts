import { defineCliConfig } from "sanity/cli";
import { orderedListsInPortuguese } from "./translate-ordered-lists.ts";
import { studioInPortuguese } from "./translate-studio.ts";

const translations = [orderedListsInPortuguese(), ...studioInPortuguese()];

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || "payser-local",
    dataset: process.env.SANITY_STUDIO_DATASET || "production",
  },
  // The site and the studio are built from one lockfile; a studio that updates itself would not be.
  deployment: { autoUpdates: false },
  schemaExtraction: { enforceRequiredFields: true, path: "studio/schema.json" },
  typegen: {
    path: ["web/content/queries/**/*.ts", "web/pages/**/*-query.ts"],
    schema: "studio/schema.json",
    generates: "web/content/sanity.types.ts",
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
  vite: {
    plugins: translations,
    // `sanity dev` bundles dependencies apart, without the plugins of the application.
    optimizeDeps: { rolldownOptions: { plugins: translations } },
  },
});
