import { createClient } from "@sanity/client";
import { extractSchema } from "@sanity/schema/_internal";
import { writeFile } from "node:fs/promises";
import { createMockAuthStore, createWorkspaceFromConfig } from "sanity";
import { runnerImport } from "vite";
import { contentApiVersion } from "../../content-api-version.ts";
import cliConfig from "../sanity.cli.ts";

/** Writes `schema.json` like `sanity schema extract`, but in a third of the time, without a worker and a bundler. */
const { path = "studio/schema.json", enforceRequiredFields = false } =
  cliConfig.schemaExtraction ?? {};

const { module } = await runnerImport<typeof import("../sanity.config.ts")>(
  `${import.meta.dirname}/../sanity.config.ts`,
  { logLevel: "warn" },
);
const { projectId = "payser-local", dataset = "production" } = cliConfig.api ?? {};
// A mock of the sign-in prevents the workspace from asking Sanity for the current user.
const client = createClient({ projectId, dataset, apiVersion: contentApiVersion, useCdn: false });
const auth = createMockAuthStore({ client, currentUser: null });
const { schema } = await createWorkspaceFromConfig({ ...module.default, auth });
await writeFile(
  path,
  `${JSON.stringify(extractSchema(schema, { enforceRequiredFields }), null, 2)}\n`,
);
