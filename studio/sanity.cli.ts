import { defineCliConfig } from "sanity/cli";

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || "payser-local",
    dataset: process.env.SANITY_STUDIO_DATASET || "production",
  },
  // The site and the studio are built from one lockfile; a studio that updates itself would not be.
  deployment: { autoUpdates: false },
  schemaExtraction: { enforceRequiredFields: true, path: "studio/schema.json" },
  typegen: {
    path: "web/content/queries/**/*.ts",
    schema: "studio/schema.json",
    generates: "web/content/sanity.types.ts",
    overloadClientMethods: true,
    formatGeneratedCode: false,
  },
});
