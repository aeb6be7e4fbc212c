import { relative } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../scripts/build-site.ts";
import { localProject } from "../../scripts/content-part.ts";
import { buildStudio } from "../../studio/build-studio.ts";
import { openAxeStates } from "./axe-states.ts";
import { prepareBrowser } from "./browser.ts";
import { makeContentTemplate } from "./content-template.ts";
import { makeDataTemplate } from "../../supabase/tests/support/data-template.ts";

/** Makes what the chosen tests of the system begin with; gives what removes it. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const files = project.vitest.state.getPaths().map((file) => relative(project.config.root, file));
  const areIn = (folders: RegExp) => files.some((file) => folders.test(file));
  const startAll = areIn(/^tests\/faults\//);
  const openPages = areIn(/^tests\/(?:journeys|site|studio|attacks|operations)\//);
  const [axeStates, content, data] = await Promise.all([
    openAxeStates(),
    makeContentTemplate(),
    makeDataTemplate(),
    openPages && prepareBrowser(),
    (openPages || startAll) && buildSite(),
    (startAll || areIn(/^tests\/studio\//)) && buildStudio(localProject),
  ]);
  project.provide("axeStatesFile", axeStates.file);
  project.provide("contentTemplate", content.template);
  project.provide("dataTemplate", data.template);
  return async () => {
    await content.remove();
    await data.remove();
    await axeStates.print();
  };
}
