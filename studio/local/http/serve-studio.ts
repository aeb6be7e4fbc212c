import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

export interface StudioOptions {
  /** 0 picks a free one. */
  port: number;
  /** Holds the output of `sanity build`. */
  buildDirectory: string;
  /** Base URL of the local Content Lake; without it the studio uses hosted Sanity. */
  contentApiHost?: string | undefined;
  /** Public origin of the site; without it the studio has no preview. */
  siteUrl?: string | undefined;
  /** What sends test mails; without it the studio sends none. */
  supabase?: { url: string; publishableKey: string } | undefined;
}

export interface RunningStudio {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a built studio on loopback, telling it where its content is.
 * Throws when the build is missing or the port is taken.
 */
export async function startStudio(options: StudioOptions): Promise<RunningStudio> {
  await access(join(options.buildDirectory, "index.html"));
  const server = createAdaptorServer({ fetch: createApp(options).fetch });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    url: `http://localhost:${address.port}`,
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function createApp(options: StudioOptions): Hono {
  const { buildDirectory } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "same-origin");
    context.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
    // Signing in at a provider opens a window that answers.
    context.header("cross-origin-opener-policy", "same-origin-allow-popups");
  });
  app.get(
    "/static/*",
    serveStatic({
      root: buildDirectory,
      onFound: (_path, context) => {
        context.header("cache-control", "public, max-age=31536000, immutable");
      },
    }),
  );
  app.get("/favicon.ico", serveStatic({ root: buildDirectory }));
  // The studio routes in the browser: every other path is the same page.
  app.get("*", async (context) => {
    if (context.req.path.startsWith("/static/")) return context.notFound();
    // Read anew each time: a build that replaces this one renames every script.
    const built = await readFile(join(buildDirectory, "index.html"), "utf8");
    const html = pageFor(built, options);
    context.header("content-security-policy", contentSecurityPolicy(html, options));
    context.header("cache-control", "no-store");
    return context.html(html);
  });
  return app;
}

/** The built page, naming where things are. */
function pageFor(built: string, { contentApiHost, siteUrl, supabase }: StudioOptions): string {
  const settings = {
    "content-api-host": contentApiHost && new URL(contentApiHost).origin,
    "site-url": siteUrl && new URL(siteUrl).origin,
    "supabase-url": supabase && new URL(supabase.url).origin,
    "supabase-key": supabase?.publishableKey,
  };
  const metas = Object.entries(settings).flatMap(([name, content]) =>
    content ? [`<meta name="${name}" content="${content}">`] : [],
  );
  return built.replace("</title>", `</title>${metas.join("")}`);
}

function contentSecurityPolicy(html: string, { contentApiHost }: StudioOptions): string {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  // Any local port: the Content Lake moves event streams to ports of their own.
  const local = "http://localhost:* http://127.0.0.1:* http://*.localhost:* ws://localhost:*";
  const hosted = contentApiHost ? "" : " https://*.sanity.io wss://*.sanity.io";
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src 'self' data: blob: ${local}${contentApiHost ? "" : " https:"}`,
    `connect-src 'self' ${local}${hosted}`,
    `frame-src 'self' ${local}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}
