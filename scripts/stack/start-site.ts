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
   * What the browser needs of Supabase, and the keys to hand on forms that come without JavaScript and
   * to read the backend's figures; undefined leaves the forms without a server.
   */
  supabase?:
    | {
        url: string;
        publishableKey: string;
        forwardKey?: string | undefined;
        metricsKey?: string | undefined;
      }
    | undefined;
  /** What editors need to see drafts on the site; undefined means that nobody does. */
  preview?: { token: string; studioUrl: string } | undefined;
  /** The header in which a proxy in front names the visitor; undefined means there is none. */
  addressHeader?: string;
  /** Where the content for a cold start is; undefined means beside the build. */
  snapshotFile?: string;
}

export interface RunningSite {
  url: string;
  close(): Promise<void>;
}

/** What runs as the site, for Node.js, and what Node.js is told that it runs for. */
export interface SiteProgram {
  parameters: readonly string[];
  mode: "production" | "development";
}

/** What its log has in the line that tells that it takes visitors. */
export const LISTENING = '"event":"listening"';

const builtSite: SiteProgram = {
  parameters: ["--enable-source-maps", "dist/web/server/main.js"],
  mode: "production",
};

/** The site with hot reload: the sources are loaded as they are asked for. */
export const siteFromSource: SiteProgram = {
  parameters: ["scripts/stack/dev-site.ts"],
  mode: "development",
};

/**
 * Runs the site, which is the built one unless `program` says otherwise, in a process of its own, as
 * production does. Every line of its log goes to `onLog`, unless that is given problems are printed,
 * and all of it to `log`.
 * @throws Error when it ends before it listens.
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
    // At once; by SIGTERM it would let requests finish and streams come back elsewhere.
    stopSignal: "SIGINT",
    onLine: onLog,
    log,
  });
  return { ...part, url: `http://localhost:${settings.port}` };
}

function printProblem(line: string, isProblem: boolean): void {
  if (isProblem) console.error(line);
}

/** Writes the snapshot, which serves a cold start while the content API is away. */
export async function writeSnapshot(settings: SiteSettings): Promise<void> {
  const child = spawn(process.execPath, ["dist/web/server/write-snapshot.js"], {
    env: siteEnv(settings),
    stdio: ["ignore", "ignore", "pipe"],
  });
  createInterface({ input: child.stderr }).on("line", console.error);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Writing the content snapshot ended with code ${code}.`);
}

/** The environment that the site reads at start. */
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
