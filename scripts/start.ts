import { buildStudio, studioBuildDirectory } from "../studio/build-studio.ts";
import { startStudio } from "../studio/local/http/serve-studio.ts";
import { rotatingLog } from "../supabase/local/process/rotating-log.ts";
import { supervise } from "../supabase/local/process/supervise.ts";
import { buildSite } from "./build-site.ts";
import { localProject } from "./content-part.ts";
import { runStack, say } from "./run-stack.ts";
import { logDirectory } from "./stack-file.ts";
import { startSite, writeSnapshot } from "./start-site.ts";

/** `npm start`: the production build of the site with every part it needs on this machine. */
await runStack({
  async prepare({ hosted }) {
    await Promise.all([buildSite(say), buildStudio(hosted ?? localProject, say)]);
  },
  async startSite(settings) {
    // Without a new one the site starts all the same, and the studio, where content is mended.
    await writeSnapshot(settings).catch(({ message }: Error) =>
      say(`O instantâneo do conteúdo não foi renovado: ${message}`),
    );
    const log = rotatingLog(`${logDirectory}/site.log`);
    const site = supervise({
      name: "O site",
      tell: say,
      launch: () => startSite(settings, say, log),
    });
    await site.start();
    return { url: `http://localhost:${settings.port}`, close: site.stop };
  },
  startStudio: (settings) => startStudio({ ...settings, buildDirectory: studioBuildDirectory }),
});
