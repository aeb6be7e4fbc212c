import { mkdir } from "node:fs/promises";
import { localProject, startContentPart } from "./content-part.ts";
import { requireFreePorts } from "./free-ports.ts";
import { parseStartEnv, type StartSettings } from "./start-env.ts";
import {
  localDirectory,
  removeStackFile,
  requireNoRunningCopy,
  writeStackFile,
} from "./stack-file.ts";
import type { RunningSite, SiteSettings } from "./start-site.ts";

interface StudioSettings {
  port: number;
  projectId: string;
  dataset: string;
  contentApiHost: string | undefined;
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
  token?: string;
}

/**
 * Starts every part, describes them in `.local/stack.json`, prints where they are and stops them
 * all on Ctrl-C. A problem at start ends the process with a sentence that names it.
 */
export async function runStack(variant: StackVariant): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  async function stop(exitCode: number): Promise<never> {
    await Promise.allSettled(closers.map((close) => close()));
    await removeStackFile();
    process.exit(exitCode);
  }
  async function fail(error: unknown): Promise<never> {
    console.error(error instanceof Error ? error.message : error);
    return stop(1);
  }
  stopOnSignal(() => stop(0));

  try {
    const settings = parseStartEnv(process.env);
    const { ports, hosted, siteUrl } = settings;
    const { content: contentPort, ...others } = ports;
    await requireNoRunningCopy();
    await requireFreePorts(hosted ? others : ports);
    await variant.prepare(settings);
    await mkdir(localDirectory, { recursive: true });

    const studioUrl = `http://localhost:${ports.studio}`;
    const content = hosted ?? (await startLocalContent(contentPort, studioUrl, closers));
    const { projectId, dataset } = content;
    const apiHost = "apiHost" in content ? content.apiHost : undefined;

    say("Iniciando o site e o estúdio…");
    const site = await variant.startSite({
      port: ports.site,
      siteUrl,
      projectId,
      dataset,
      apiHost,
      // Visitors get published content only: the local token would show more.
      token: hosted?.token,
    });
    closers.push(() => site.close());
    const studio = await variant.startStudio({
      port: ports.studio,
      projectId,
      dataset,
      contentApiHost: apiHost,
    });
    closers.push(() => studio.close());

    await writeStackFile({ site: site.url, studio: studio.url, content });
    say(`
  Site               ${site.url}
  Estúdio            ${studio.url}
  API de conteúdo    ${apiHost ?? `Sanity hospedado (${projectId}/${dataset})`}

  Ctrl-C encerra tudo.
`);
    void site.ended.then((code) => {
      if (code) void fail(new Error(`O site parou com o código ${code}.`));
    });
  } catch (error) {
    await fail(error);
  }
}

async function startLocalContent(
  port: number,
  studioUrl: string,
  closers: (() => Promise<void>)[],
): Promise<ContentAddress> {
  say("Iniciando o conteúdo…");
  const { lake, token } = await startContentPart({
    port,
    dataDirectory: `${localDirectory}/content`,
    studioOrigins: [studioUrl, studioUrl.replace("localhost", "127.0.0.1")],
  });
  closers.push(() => lake.close());
  return { apiHost: lake.url, ...localProject, token };
}

function stopOnSignal(stop: () => Promise<never>): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
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
