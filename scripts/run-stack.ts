import { mkdir } from "node:fs/promises";
import { lockData } from "../supabase/local/process/data-lock.ts";
import { hasChildren } from "../supabase/local/process/own-children.ts";
import { stackKeys } from "../supabase/local/process/stack-keys.ts";
import { startSupabase } from "../supabase/local/start-supabase.ts";
import { localProject, startContentPart } from "./content-part.ts";
import { requireFreePorts } from "./require-free-ports.ts";
import { stackSummary } from "./stack-summary.ts";
import { localDirectory, logDirectory, removeStackFile, writeStackFile } from "./stack-file.ts";
import { parseStartEnv, type StartSettings } from "./start-env.ts";
import type { RunningSite, SiteSettings } from "./start-site.ts";

interface StudioSettings {
  port: number;
  projectId: string;
  dataset: string;
  contentApiHost: string | undefined;
  siteUrl: string;
  supabase: { url: string; publishableKey: string } | undefined;
}

/** What differs between the built and the development stack. */
export interface StackVariant {
  prepare(settings: StartSettings): Promise<void>;
  startSite(settings: SiteSettings): Promise<RunningSite>;
  startStudio(settings: StudioSettings): Promise<{ url: string; close(): Promise<void> }>;
}

interface ContentAddress {
  apiHost?: string;
  projectId: string;
  dataset: string;
  token?: string | undefined;
  /** Reads drafts; undefined where nobody is to see them on the site. */
  viewerToken?: string | undefined;
}

const supabaseDirectory = `${localDirectory}/supabase`;

type Closers = (() => Promise<unknown>)[];

/**
 * Starts every part, describes them in `.local/stack.json`, prints where they are and stops them
 * all on Ctrl-C. A problem at start ends the process with a sentence that names it.
 */
export async function runStack(variant: StackVariant): Promise<void> {
  const closers: Closers = [];
  let unlock = async () => {};
  async function stop(exitCode: number): Promise<never> {
    await Promise.allSettled(closers.map((close) => close()));
    // What was still starting ends with this process; the lock tells the next start to wait for it.
    if (!hasChildren()) await unlock();
    process.exit(exitCode);
  }
  async function fail(error: unknown): Promise<never> {
    console.error(error instanceof Error ? error.message : error);
    return stop(1);
  }
  stopOnSignal(() => stop(0));

  try {
    const settings = parseStartEnv(process.env);
    const { ports, hosted, hostedSupabase, siteUrl } = settings;
    await mkdir(localDirectory, { recursive: true });
    const release = await lockData(localDirectory);
    unlock = async () => {
      await removeStackFile();
      await release();
    };
    await requireFreePorts(usedPorts(settings), say);
    await variant.prepare(settings);

    say("Iniciando o conteúdo, o banco de dados e o estúdio…");
    const studioUrl = `http://localhost:${ports.studio}`;
    const supabase = hostedSupabase ?? (await localAccess(ports.supabase));
    const [content, localSupabase, studio] = await Promise.all([
      hosted ?? startLocalContent(ports.content, studioUrl, closers),
      hostedSupabase ? undefined : startLocalSupabase(settings, studioUrl, closers),
      startStudio(variant, settings, supabase, closers),
    ]);
    const { projectId, dataset, apiHost, viewerToken }: ContentAddress = content;

    say("Iniciando o site…");
    const site = await variant.startSite({
      port: ports.site,
      siteUrl,
      projectId,
      dataset,
      apiHost,
      // Visitors get published content only: the local token would show more.
      token: hosted?.token,
      preview: viewerToken ? { token: viewerToken, studioUrl } : undefined,
      supabase: hostedSupabase ?? localSupabase,
    });
    closers.push(() => site.close());

    const stack = {
      site: site.url,
      studio: studio.url,
      content,
      supabase: hostedSupabase ?? describeSupabase(localSupabase),
      inbox: localSupabase?.inboxUrl,
      accounts: localSupabase?.accounts,
    };
    await writeStackFile(stack);
    say(stackSummary(stack));
  } catch (error) {
    await fail(error);
  }
}

/** The ports of the parts that run on this machine. */
function usedPorts({ ports, hosted, hostedSupabase }: StartSettings): Record<string, number> {
  const { site, studio, content, supabase, database, inbox } = ports;
  return {
    site,
    studio,
    ...(hosted ? {} : { content }),
    ...(hostedSupabase ? {} : { supabase, database, inbox }),
  };
}

async function startLocalContent(
  port: number,
  studioUrl: string,
  closers: Closers,
): Promise<ContentAddress> {
  const { lake, token, viewerToken } = await startContentPart({
    port,
    dataDirectory: `${localDirectory}/content`,
    studioOrigins: [studioUrl, studioUrl.replace("localhost", "127.0.0.1")],
    say,
  });
  closers.push(() => lake.close());
  return { apiHost: lake.url, ...localProject, token, viewerToken };
}

async function startLocalSupabase(
  { ports, siteUrl, hosted }: StartSettings,
  studioUrl: string,
  closers: Closers,
) {
  const supabase = await startSupabase({
    ports: { api: ports.supabase, database: ports.database, inbox: ports.inbox },
    dataDirectory: supabaseDirectory,
    logDirectory,
    tell: say,
    siteUrl,
    studioUrl,
    content: hosted ?? { ...localProject, apiHost: `http://127.0.0.1:${ports.content}` },
  });
  closers.push(() => supabase.close());
  return supabase;
}

/** Where content and Supabase will be is known before they are there, and the browser asks later. */
async function startStudio(
  variant: StackVariant,
  { ports, siteUrl, hosted }: StartSettings,
  supabase: StudioSettings["supabase"],
  closers: Closers,
) {
  const studio = await variant.startStudio({
    port: ports.studio,
    projectId: hosted?.projectId ?? localProject.projectId,
    dataset: hosted?.dataset ?? localProject.dataset,
    contentApiHost: hosted ? undefined : `http://localhost:${ports.content}`,
    siteUrl,
    supabase,
  });
  closers.push(() => studio.close());
  return studio;
}

async function localAccess(port: number) {
  await mkdir(supabaseDirectory, { recursive: true });
  const { publishableKey } = await stackKeys(supabaseDirectory);
  return { url: `http://127.0.0.1:${port}`, publishableKey };
}

function describeSupabase(supabase: Awaited<ReturnType<typeof startSupabase>> | undefined) {
  if (!supabase) return undefined;
  const { url, publishableKey, secretKey, databaseUrl } = supabase;
  return { url, publishableKey, secretKey, databaseUrl };
}

function stopOnSignal(stop: () => Promise<never>): void {
  let stopping = false;
  // A terminal that is gone refuses what is said to it, which must not keep anything from ending.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      say("Encerrando…");
      void stop();
    });
  }
}

/** Tells the person at the terminal. */
export function say(text: string): void {
  console.log(text);
}
