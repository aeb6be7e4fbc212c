import type { TestProject } from "vitest/node";
import { buildSite } from "../../scripts/build-site.ts";
import { localProject } from "../../scripts/content-part.ts";
import { buildStudio } from "../../studio/build-studio.ts";
import { openAxeStates } from "./axe-states.ts";
import { prepareBrowser } from "./browser.ts";
import { makeContentTemplate } from "./content-template.ts";
import { makeDataTemplates } from "../../supabase/tests/support/data-templates.ts";

/** Makes what all tests of the system begin with; gives what removes it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  await prepareBrowser();
  await buildSite();
  await buildStudio(localProject);
  const axeStates = await openAxeStates();
  project.provide("axeStatesFile", axeStates.file);
  const content = await makeContentTemplate();
  project.provide("contentTemplate", content.template);
  const data = await makeDataTemplates();
  project.provide("dataTemplates", data.templates);
  return async () => {
    await content.remove();
    await data.remove();
    await axeStates.print();
  };
}
