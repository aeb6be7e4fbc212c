import { rotatingLog } from "../supabase/local/process/rotating-log.ts";
import { supervise } from "../supabase/local/process/supervise.ts";
import { say } from "./run-stack.ts";
import { logDirectory } from "./stack-file.ts";
import {
  LISTENING,
  type RunningSite,
  type SiteProgram,
  type SiteSettings,
  startSite,
} from "./start-site.ts";

/** Starts the site, and starts it again whenever it ends; what it logs is said and kept. */
export async function keepSite(
  settings: SiteSettings,
  program?: SiteProgram,
): Promise<RunningSite> {
  const log = rotatingLog(`${logDirectory}/site.log`);
  const tellLine = (line: string) => {
    // Where it listens is told with the addresses of the other parts.
    if (!line.includes(LISTENING)) say(line);
  };
  const site = supervise({
    name: "O site",
    tell: say,
    launch: () => startSite(settings, tellLine, log, program),
  });
  await site.start();
  return { url: `http://localhost:${settings.port}`, close: site.stop };
}
