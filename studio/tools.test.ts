import { createClient } from "@sanity/client";
import { createWorkspaceFromConfig } from "sanity";
import { expect, test } from "vitest";
import { contentApiVersion } from "../content-api-version.ts";
import config from "./sanity.config.ts";

async function titlesFor(role: string): Promise<string[]> {
  const settings = { projectId: "test", dataset: "test", useCdn: false };
  const client = createClient({ ...settings, apiVersion: contentApiVersion });
  const { tools } = await createWorkspaceFromConfig({
    ...config,
    getClient: () => client,
    currentUser: { id: "a", name: "A", email: "", role, roles: [{ name: role, title: role }] },
  });
  return tools.map(({ title }) => title);
}

test("tools have Portuguese titles, and only administrators see the query tool", async () => {
  expect(await titlesFor("editor")).toEqual(["Conteúdo", "Lançamentos"]);
  expect(await titlesFor("administrator")).toEqual(["Conteúdo", "Consultas", "Lançamentos"]);
});
