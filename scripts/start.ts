import { buildStudio, studioBuildDirectory } from "../studio/build/build-studio.ts";
import { startStudio } from "../studio/local/http/serve-studio.ts";
import { ownChild } from "../supabase/local/process/processes.ts";
import { buildSite } from "./build/build-site.ts";
import { keepSite } from "./stack/keep-site.ts";
import { runStack, say } from "./stack/run-stack.ts";
import { writeSnapshot } from "./stack/start-site.ts";

/** `npm start`: the production build of the site with every part it needs on this machine. */
await runStack({
  async startSite(settings, parts) {
    await Promise.all([buildSite(say), parts]);
    // Without a new one the site starts all the same, and the studio, where content is mended.
    await writeSnapshot(settings).catch(({ message }: Error) =>
      say(`O instantâneo do conteúdo não foi renovado: ${message}`),
    );
    return keepSite(settings);
  },
  async startStudio(settings) {
    const { projectId, dataset } = settings;
    await buildStudio({ projectId, dataset }, say, ownChild);
    return startStudio({ ...settings, buildDirectory: studioBuildDirectory });
  },
});
