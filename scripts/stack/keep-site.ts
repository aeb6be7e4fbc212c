import { rotatingLog } from "../../supabase/local/process/rotating-log.ts";
import { askOverHttp, supervise } from "../../supabase/local/process/supervise.ts";
import { healthPath } from "../../web/config/paths.ts";
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
    // From source it compiles before it answers, for as long as that takes.
    ask: program ? undefined : askOverHttp(`http://127.0.0.1:${settings.port}${healthPath}`),
    launch: () => startSite(settings, tellLine, log, program),
  });
  await site.start();
  return { url: `http://localhost:${settings.port}`, close: site.stop };
}
