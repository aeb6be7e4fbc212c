import { buildStudio, studioBuildDirectory } from "../studio/build/build-studio.ts";
import { startStudio } from "../studio/local/http/serve-studio.ts";
import { registerChild } from "../supabase/local/process/processes.ts";
import { buildSite } from "./build/build-site.ts";
import { superviseSite } from "./stack/supervise-site.ts";
import { runStack, say } from "./stack/run-stack.ts";
import { writeSnapshot } from "./stack/start-site.ts";

/** `npm start` starts the production build of the site, and all other local parts of the product. */
await runStack({
  async startSite(settings, parts) {
    await Promise.all([buildSite(say), parts]);
    // A failed snapshot does not stop the start, because editors need the studio to repair the content.
    await writeSnapshot(settings).catch(({ message }: Error) =>
      say(`O instantâneo do conteúdo não foi renovado: ${message}`),
    );
    return superviseSite(settings);
  },
  async startStudio(settings) {
    const { projectId, dataset } = settings;
    await buildStudio({ projectId, dataset }, say, registerChild);
    return startStudio({ ...settings, buildDirectory: studioBuildDirectory });
  },
});
