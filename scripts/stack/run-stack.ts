import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { lockData } from "../../supabase/local/process/data-lock.ts";
import { type PortState, portState } from "../../supabase/local/process/ports.ts";
import { commandOf, hasChildren, parentOf } from "../../supabase/local/process/processes.ts";
import { stackKeys } from "../../supabase/local/process/stack-keys.ts";
import type { StudioOptions } from "../../studio/local/http/serve-studio.ts";
import type { demoAccounts } from "../../supabase/local/seed/demo-accounts.ts";
import type { LocalSupabase } from "../../supabase/local/start-supabase.ts";
import { contentTokens, localProject, startContentPart } from "./content-part.ts";
import { localDirectory, logDirectory, stackFile, writeStackFile } from "./stack-file.ts";
import { type StartSettings, parseStartEnv } from "./start-env.ts";
import type { RunningSite, SiteSettings } from "./start-site.ts";

type StudioSettings = Omit<StudioOptions, "buildDirectory"> & {
  projectId: string;
  dataset: string;
};

/**
 * Functions that differ between `npm start` and `npm run dev`. All parts start at the same time, because all URLs are
 * known before the start.
 */
export interface StackVariant {
  /** Starts the site. `parts` resolves when content and Supabase are running. */
  startSite(settings: SiteSettings, parts: Promise<unknown>): Promise<RunningSite>;
  startStudio(settings: StudioSettings): Promise<{ url: string; close(): Promise<void> }>;
}

interface ContentAddress {
  apiHost?: string;
  projectId: string;
  dataset: string;
  token?: string | undefined;
  /** Token that can read drafts; undefined when the site shows no drafts. */
  viewerToken?: string | undefined;
}

const contentDirectory = `${localDirectory}/content`;
const supabaseDirectory = `${localDirectory}/supabase`;

type Closers = (() => Promise<unknown>)[];

/** Starts all parts, writes `.local/stack.json`, prints URLs and stops on Ctrl-C. A failed start ends the process. */
export async function runStack(variant: StackVariant): Promise<void> {
  useCompileCache();
  const closers: Closers = [];
  let unlock = async () => {};
  async function stop(exitCode: number): Promise<never> {
    await Promise.allSettled(closers.map((close) => close()));
    // The data stays locked while child processes are still starting, because they end after this process. The next
    // start then waits until they have ended.
    if (!hasChildren()) await unlock();
    process.exit(exitCode);
  }
  async function fail(error: unknown): Promise<never> {
    console.error(sentenceOf(error));
    return stop(1);
  }
  stopOnSignal(() => stop(0));

  try {
    const settings = parseStartEnv(process.env);
    const { ports, hosted, hostedSupabase, siteUrl } = settings;
    await mkdir(localDirectory, { recursive: true });
    const release = await lockData(localDirectory);
    unlock = async () => {
      await rm(stackFile, { force: true });
      await release();
    };
    await requireFreePorts(usedPorts(settings), say);

    say("Iniciando o conteúdo, o banco de dados, o estúdio e o site…");
    const studioUrl = `http://localhost:${ports.studio}`;
    const content: ContentAddress = hosted ?? (await localContent(ports.content));
    const supabase = hostedSupabase ?? (await localAccess(ports.supabase));
    const { projectId, dataset, apiHost, viewerToken } = content;
    const common = { siteUrl, projectId, dataset, supabase };
    const parts = Promise.all([
      hostedSupabase
        ? undefined
        : named("O Supabase desta máquina", startLocalSupabase(settings, studioUrl, closers)),
      hosted
        ? undefined
        : named("O conteúdo desta máquina", startLocalContent(ports.content, studioUrl, closers)),
    ]);
    async function keep<Part extends { close(): Promise<void> }>(starting: Promise<Part>) {
      const part = await starting;
      closers.push(() => part.close());
      return part;
    }
    const [studio, site, [localSupabase]] = await Promise.all([
      keep(
        named(
          "O estúdio",
          variant.startStudio({ ...common, port: ports.studio, contentApiHost: apiHost }),
        ),
      ),
      keep(
        named(
          "O site",
          variant.startSite(
            {
              ...common,
              port: ports.site,
              apiHost,
              // The site does not get the token of local content. The token would also show drafts to visitors.
              token: hosted?.token,
              preview: viewerToken ? { token: viewerToken, studioUrl } : undefined,
            },
            parts,
          ),
        ),
      ),
      parts,
    ]);

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

/** Waits for the start of a part. The error of a failed start begins with the part's name. */
async function named<Part>(name: string, starting: Promise<Part>): Promise<Part> {
  try {
    return await starting;
  } catch (error) {
    // A PartFailure already names the part that failed.
    if (error instanceof PartFailure) throw error;
    throw new PartFailure(`${name} não iniciou.\n${sentenceOf(error)}`);
  }
}

class PartFailure extends Error {}

const refusals: Record<string, string> = {
  EACCES: "falta permissão",
  EPERM: "falta permissão",
  EROFS: "o disco só pode ser lido",
  ENOSPC: "o disco está cheio",
  EDQUOT: "o disco está cheio",
  ENOTDIR: "não é uma pasta",
  EEXIST: "não é uma pasta",
};

/**
 * Returns the text of an error for the terminal. When a file cannot be written, the text names the file and the reason.
 */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const reason = refusals[code];
  if (reason && "path" in error) {
    return (
      `Não foi possível gravar em ${resolve(String(error.path))}: ${reason} (${code}). ` +
      "Quem roda este comando precisa poder gravar ali."
    );
  }
  // The error's cause is clearer than messages such as "fetch failed".
  const { cause } = error;
  return cause instanceof Error && !error.message.includes(cause.message)
    ? `${error.message} (${cause.message})`
    : error.message;
}

/** Makes this process and its child processes save compiled code for the next start. */
function useCompileCache(): void {
  const directory = resolve("node_modules/.cache/compiled");
  enableCompileCache(directory);
  process.env["NODE_COMPILE_CACHE"] = directory;
}

/** Returns the ports of the parts that run on this machine, by the names of the parts. */
function usedPorts({ ports, hosted, hostedSupabase }: StartSettings): Record<string, number> {
  const { site, studio, content, supabase, database, inbox } = ports;
  return {
    site,
    studio,
    ...(hosted ? {} : { content }),
    ...(hostedSupabase ? {} : { supabase, database, inbox }),
  };
}

async function localContent(port: number): Promise<ContentAddress> {
  await mkdir(contentDirectory, { recursive: true });
  const tokens = await contentTokens(contentDirectory);
  return { apiHost: `http://localhost:${port}`, ...localProject, ...tokens };
}

async function startLocalContent(port: number, studioUrl: string, closers: Closers): Promise<void> {
  const { lake } = await startContentPart({
    port,
    dataDirectory: contentDirectory,
    studioOrigins: [studioUrl, studioUrl.replace("localhost", "127.0.0.1")],
    say,
  });
  closers.push(() => lake.close());
}

async function startLocalSupabase(
  { ports, siteUrl, hosted }: StartSettings,
  studioUrl: string,
  closers: Closers,
) {
  // A dynamic import lets the studio and the site start meanwhile, and loads nothing when Supabase is hosted.
  const { startSupabase } = await import("../../supabase/local/start-supabase.ts");
  const isNew = !existsSync(`${supabaseDirectory}/database`);
  if (isNew) say("Criando o banco de dados e os dados de demonstração (só na primeira vez)…");
  const supabase = await startSupabase({
    ports: { api: ports.supabase, database: ports.database, inbox: ports.inbox },
    dataDirectory: supabaseDirectory,
    logDirectory,
    report: say,
    siteUrl,
    studioUrl,
    content: hosted ?? { ...localProject, apiHost: `http://127.0.0.1:${ports.content}` },
  });
  if (isNew) say("O banco de dados foi criado.");
  closers.push(() => supabase.close());
  return supabase;
}

async function localAccess(port: number) {
  await mkdir(supabaseDirectory, { recursive: true });
  const { publishableKey, forwardKey } = await stackKeys(supabaseDirectory);
  return { url: `http://127.0.0.1:${port}`, publishableKey, forwardKey };
}

function describeSupabase(supabase: LocalSupabase | undefined) {
  if (!supabase) return undefined;
  const { url, publishableKey, secretKey, databaseUrl } = supabase;
  return { url, publishableKey, secretKey, databaseUrl };
}

/** Calls `stop` once, when a signal arrives or the parent process has ended. */
function stopOnSignal(stop: () => Promise<never>): void {
  let stopping = false;
  const stopOnce = () => {
    if (stopping) return;
    stopping = true;
    say("Encerrando…");
    void stop();
  };
  // Errors of output to a closed terminal are ignored, because such an error must not prevent the stop.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stopOnce);
  }
  stopWithNpm(stopOnce);
}

/** Stops this process when npm ends. npm may end without forwarding a signal to this process. */
function stopWithNpm(stop: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const isShell = /^\S*sh -c /.test(commandOf(parent));
  const npm = isShell ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (!isShell || parentOf(parent) === npm)) return;
    clearInterval(timer);
    stop();
  }, 1_000);
  timer.unref();
}

export function say(text: string): void {
  console.log(text);
}

export interface Stack {
  site: string;
  studio: string;
  content: { apiHost?: string; projectId: string; dataset: string };
  supabase: { url: string; databaseUrl?: string } | undefined;
  inbox: string | undefined;
  accounts: typeof demoAccounts | undefined;
}

function stackSummary({ site, studio, content, supabase, inbox, accounts }: Stack): string {
  const hostedContent = `Sanity hospedado (${content.projectId}/${content.dataset})`;
  const rows: (readonly [string, string | undefined])[] = [
    ["Site", site],
    ["Estúdio", studio],
    ["API de conteúdo", content.apiHost ?? hostedContent],
    ["Supabase", supabase?.url],
    ["Banco de dados", supabase?.databaseUrl && new URL(supabase.databaseUrl).host],
    ["Caixa de entrada", inbox],
    ["Equipe", signIn(accounts?.staff)],
    ["Equipe, por direito", accounts && rightMembers(accounts)],
    ["Equipe, a liberar", signIn(accounts?.pendingStaff)],
    ...(accounts?.contracts ?? []).map(
      (contract) => ["Contrato", contractSignIn(contract)] as const,
    ),
    ["Contrato acionado", accounts && contractAndLandlord(accounts.claimed)],
    ["Contrato renovado", accounts && contractAndLandlord(accounts.renewed)],
    ["Imobiliária", accounts && `${accounts.agency.landlord} (link em /locador)`],
    ["Contrato parcelado", accounts && contractSignIn(accounts.inInstalments)],
  ];
  const lines = rows
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name.padEnd(20)}${value}`);
  return `\n${lines.join("\n")}\n\n  Ctrl-C encerra tudo.\n`;
}

/** Lists the members of staff with some of the rights. The inbox shows the code of those with a second factor. */
function rightMembers({ members, staff }: typeof demoAccounts) {
  const names = members.map(({ email }) => email.split("@")[0]).join(", ");
  return `${names} (@payser.example) / ${staff.password}; código de financeiro e gestao: caixa de entrada`;
}

function contractAndLandlord({ landlord, ...contract }: typeof demoAccounts.claimed) {
  return `${contractSignIn(contract)}, locador ${landlord}`;
}

function contractSignIn({ contractNumber, password }: typeof demoAccounts.inInstalments) {
  return `${contractNumber} / ${password}`;
}

function signIn(account: { email: string; password: string } | undefined) {
  return account && `${account.email} / ${account.password}`;
}

/** Maximum wait for a port. The system keeps the port of a closed connection for a minute. */
const patienceMilliseconds = 70_000;

/**
 * Waits for ports that are blocked only by a closed connection, and prints a message meanwhile. @throws Error that
 * lists all ports that another program uses or that stay blocked
 */
export async function requireFreePorts(
  ports: Record<string, number>,
  report: (text: string) => void,
): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  let hasSaid = false;
  for (;;) {
    const taken = await takenPorts(ports);
    if (taken.length === 0) return;
    const isHopeless = taken.some(({ state }) => state === "taken") || Date.now() > deadline;
    const list = taken.map(({ part, port }) => `  ${port} (${part})`).join("\n");
    if (isHopeless) {
      throw new Error(
        `Estas portas já estão em uso por outro programa:\n${list}\n` +
          "Encerre-o ou use outras portas, por exemplo: PORT_OFFSET=100 npm start",
      );
    }
    if (!hasSaid) report(`Aguardando uma conexão recém-encerrada liberar (até 1 minuto):\n${list}`);
    hasSaid = true;
    await new Promise((passed) => setTimeout(passed, 500));
  }
}

async function takenPorts(ports: Record<string, number>) {
  const taken: { part: string; port: number; state: PortState }[] = [];
  for (const [part, port] of Object.entries(ports)) {
    const state = await portState(port);
    if (state !== "free") taken.push({ part, port, state });
  }
  return taken;
}
