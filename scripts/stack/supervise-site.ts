import { rotatingLog } from "../../supabase/local/process/rotating-log.ts";
import { checkOverHttp, supervise } from "../../supabase/local/process/supervise.ts";
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

/** Starts the site, and restarts the site whenever it ends. The site's log is printed and saved. */
export async function superviseSite(
  settings: SiteSettings,
  program?: SiteProgram,
): Promise<RunningSite> {
  const log = rotatingLog(`${logDirectory}/site.log`);
  const printLine = (line: string) => {
    // The line about the start is not printed, because the summary of all parts already shows the site's URL.
    if (!line.includes(LISTENING)) say(line);
  };
  const site = supervise({
    name: "O site",
    report: say,
    // A site that runs from source has no health check, because compiling before the first answer may take long.
    check: program ? undefined : checkOverHttp(`http://127.0.0.1:${settings.port}${healthPath}`),
    launch: () => startSite(settings, printLine, log, program),
  });
  await site.start();
  return { url: `http://localhost:${settings.port}`, close: site.stop };
}
