import type { TestProject } from "vitest/node";
import { buildSite } from "../../scripts/build-site.ts";
import { localProject } from "../../scripts/content-part.ts";
import { buildStudio } from "../../studio/build-studio.ts";
import { makeDataTemplates } from "../../supabase/tests/support/data-templates.ts";

/** Makes what all tests of the system begin with; gives what removes it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await buildSite();
  await buildStudio(localProject);
  const { templates, remove } = await makeDataTemplates();
  project.provide("dataTemplates", templates);
  return remove;
}
