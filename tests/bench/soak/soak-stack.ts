import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { z } from "zod";
import { buildSite } from "../../../scripts/build/build-site.ts";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { startSite } from "../../../scripts/stack/start-site.ts";
import { createContentClient } from "../../../studio/local/content-client.ts";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { runProgram } from "../../../supabase/local/process/run-program.ts";
import { withVariables } from "../../support/stacks/with-variables.ts";

const pid = z.int().positive();
const contentSchema = z.object({ url: z.string(), token: z.string() });
const account = z.object({ email: z.string(), password: z.string() });
const supabaseSchema = z.object({
  url: z.string(),
  publishableKey: z.string(),
  forwardKey: z.string(),
  databaseUrl: z.string(),
  inboxUrl: z.string(),
  accounts: z.object({
    staff: account,
    contracts: z.array(account.extend({ contractNumber: z.string() })),
  }),
  functionsPid: pid,
  databasePid: pid,
});

export type SoakStack = Awaited<ReturnType<typeof startSoakStack>>;

/**
 * Starts the built site, the content API, and Supabase with its demo accounts, each in a process of
 * its own. `onProblem` gets the error lines of all processes.
 */
export async function startSoakStack(onProblem: (line: string) => void) {
  await buildSite();
  const directory = await mkdtemp(join(tmpdir(), "payser-soak-"));
  const heapFile = (name: string) => join(directory, `${name}-heap.ndjson`);
  const closers = [() => rm(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };

  /** Starts a program in this folder. Returns the JSON that it prints when it is ready (URLs and keys), and its pid. */
  async function start<Described>(
    name: string,
    parameters: string[],
    described: z.ZodType<Described>,
  ) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, `${name}-process.ts`), ...parameters],
      {
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, ...heapReport(heapFile(name)) },
      },
    );
    let description = "";
    const part = await runProgram(child, {
      ready: '"ready":true',
      onLine(line, isProblem) {
        if (isProblem) onProblem(`${name}: ${line}`);
        else description ||= line;
      },
    });
    closers.push(part.close);
    return { ...described.parse(JSON.parse(description)), pid: pid.parse(part.pid) };
  }

  try {
    const [sitePort, metricsPort] = [await findFreePort(), await findFreePort()];
    const siteUrl = `http://localhost:${sitePort}`;
    const contentDirectory = join(directory, "content");
    const content = await start("content", [contentDirectory], contentSchema);
    const supabaseDirectory = join(directory, "supabase");
    const supabase = await start(
      "supabase",
      [supabaseDirectory, siteUrl, content.url],
      supabaseSchema,
    );
    const site = await withVariables(
      { ...heapReport(heapFile("site")), METRICS_PORT: String(metricsPort) },
      () =>
        startSite(
          {
            ...localProject,
            port: sitePort,
            siteUrl,
            apiHost: content.url,
            token: undefined,
            supabase,
          },
          (line, isProblem) => {
            if (isProblem) onProblem(`site: ${line}`);
          },
        ),
    );
    closers.push(site.close);
    const sql = postgres(supabase.databaseUrl, { max: 2, onnotice: () => undefined });
    closers.push(() => sql.end({ timeout: 2 }));
    return {
      ...supabase,
      siteUrl,
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      /** Connection to the database as its owner. */
      sql,
      editor: createContentClient({ ...localProject, url: content.url, token: content.token }),
      contentDirectory,
      inboxDirectory: join(supabaseDirectory, "inbox"),
      heapFile,
      /** Ids of the processes by name. The id for PostgreSQL is the id of its main process. */
      pids: {
        site: pid.parse(site.pid),
        content: content.pid,
        supabase: supabase.pid,
        functions: supabase.functionsPid,
        database: supabase.databasePid,
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the environment variables with which a Node process records its heap in `file` (report-heap.ts). */
function heapReport(file: string): Record<string, string> {
  const report = new URL("report-heap.ts", import.meta.url).href;
  return { NODE_OPTIONS: `--import=${report}`, HEAP_REPORT: file };
}
