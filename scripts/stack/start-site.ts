import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { type RunningPart, runProgram } from "../../supabase/local/process/run-program.ts";

export interface SiteSettings {
  port: number;
  siteUrl: string;
  projectId: string;
  dataset: string;
  apiHost: string | undefined;
  token: string | undefined;
  /**
   * Supabase's URL and public key for the browser, and keys that only the site's server uses. Visitors cannot send
   * forms when this setting is undefined.
   */
  supabase?:
    | {
        url: string;
        publishableKey: string;
        forwardKey?: string | undefined;
        metricsKey?: string | undefined;
      }
    | undefined;
  /** Settings that let editors see drafts on the site; undefined when the site never shows drafts. */
  preview?: { token: string; studioUrl: string } | undefined;
  /** Name of the HTTP header in which a proxy sends the visitor's IP address; undefined without a proxy. */
  addressHeader?: string;
  /**
   * Snapshot from which the site starts while the content API is unavailable. The default file is in the build folder.
   */
  snapshotFile?: string;
}

export interface RunningSite {
  url: string;
  close(): Promise<void>;
}

/** Program of the site: the arguments of Node.js and the value of NODE_ENV. */
export interface SiteProgram {
  parameters: readonly string[];
  mode: "production" | "development";
}

/** Text of the log line that is written when the site can answer visitors. */
export const LISTENING = '"event":"listening"';

const builtSite: SiteProgram = {
  parameters: ["--enable-source-maps", "dist/web/server/main.js"],
  mode: "production",
};

/** Program that runs the site with hot reload. Source files are loaded when they are first needed. */
export const siteFromSource: SiteProgram = {
  parameters: ["scripts/stack/dev-site.ts"],
  mode: "development",
};

/**
 * Runs the site in its own process, as in production. The program is the built site unless `program` names another one.
 * Every log line is passed to `onLog`, which prints problems by default; the whole log is also written to `log`.
 * @throws Error when the process ends before it listens.
 */
export async function startSite(
  settings: SiteSettings,
  onLog: (line: string, isProblem: boolean) => void = printProblem,
  log?: Writable,
  program = builtSite,
): Promise<RunningPart & RunningSite> {
  const child = spawn(process.execPath, program.parameters, {
    env: { ...siteEnv(settings), NODE_ENV: program.mode },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const part = await runProgram(child, {
    ready: LISTENING,
    // SIGINT ends the site at once. SIGTERM would let open requests finish and tell streams to reconnect elsewhere.
    stopSignal: "SIGINT",
    onLine: onLog,
    log,
  });
  return { ...part, url: `http://localhost:${settings.port}` };
}

function printProblem(line: string, isProblem: boolean): void {
  if (isProblem) console.error(line);
}

/** Writes the snapshot of the content. The site starts from the snapshot while the content API is unavailable. */
export async function writeSnapshot(settings: SiteSettings): Promise<void> {
  const child = spawn(process.execPath, ["dist/web/server/write-snapshot.js"], {
    env: siteEnv(settings),
    stdio: ["ignore", "ignore", "pipe"],
  });
  createInterface({ input: child.stderr }).on("line", console.error);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Writing the content snapshot ended with code ${code}.`);
}

export function siteEnv(settings: SiteSettings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(settings.port),
    SITE_URL: settings.siteUrl,
    SANITY_PROJECT_ID: settings.projectId,
    SANITY_DATASET: settings.dataset,
    SANITY_API_HOST: settings.apiHost,
    SANITY_READ_TOKEN: settings.token,
    ...(settings.addressHeader && { CLIENT_ADDRESS_HEADER: settings.addressHeader }),
    SANITY_PREVIEW_TOKEN: settings.preview?.token,
    STUDIO_URL: settings.preview?.studioUrl,
    SNAPSHOT_FILE: settings.snapshotFile,
    SUPABASE_URL: settings.supabase?.url,
    SUPABASE_PUBLISHABLE_KEY: settings.supabase?.publishableKey,
    FORWARD_KEY: settings.supabase?.forwardKey,
    ...(settings.supabase?.metricsKey && { METRICS_KEY: settings.supabase.metricsKey }),
  };
}
