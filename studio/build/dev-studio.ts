import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { StudioProject } from "./build-studio.ts";
import { spawnSanity } from "./run-sanity.ts";

const startLimitMilliseconds = 60_000;

export interface DevStudioOptions extends StudioProject {
  port: number;
  /** Base URL of the local Content Lake; undefined for content on hosted Sanity. */
  contentApiHost?: string | undefined;
  /** Public origin of the site; undefined for a studio without a preview. */
  siteUrl?: string | undefined;
  /** Supabase project that sends test mails; undefined for a studio without test mails. */
  supabase?: { url: string; publishableKey: string } | undefined;
  onSpawn?: (child: ChildProcess) => void;
}

/** Starts the studio with hot reload. Throws the process's output when the process ends before the studio answers. */
export async function startDevStudio(options: DevStudioOptions) {
  const { port, projectId, dataset, contentApiHost = "", siteUrl = "", supabase } = options;
  const child = spawnSanity(["dev", "--host", "127.0.0.1", "--port", String(port)], {
    SANITY_STUDIO_PROJECT_ID: projectId,
    SANITY_STUDIO_DATASET: dataset,
    SANITY_STUDIO_API_HOST: contentApiHost,
    SANITY_STUDIO_SITE_URL: siteUrl,
    SANITY_STUDIO_SUPABASE_URL: supabase?.url ?? "",
    SANITY_STUDIO_SUPABASE_PUBLISHABLE_KEY: supabase?.publishableKey ?? "",
    NODE_ENV: "development",
  });
  options.onSpawn?.(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  }
  const closed = once(child, "close");
  const url = `http://localhost:${port}`;
  const isUp = await Promise.race([waitUntilUp(url), closed.then(() => false)]);
  if (!isUp) {
    child.kill();
    throw new Error(`The studio did not start:\n${printed.join("")}`);
  }
  return {
    url,
    async close() {
      child.kill();
      await closed;
    },
  };
}

async function waitUntilUp(url: string): Promise<boolean> {
  const deadline = Date.now() + startLimitMilliseconds;
  while (Date.now() < deadline) {
    const reply = await fetch(url).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
