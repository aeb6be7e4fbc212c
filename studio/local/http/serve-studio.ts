import { createHash } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { closeServer, listenOnLoopback } from "./access.ts";

export interface StudioOptions {
  /** Port of the server; 0 selects a free port. */
  port: number;
  /** Directory with the output of `sanity build`. */
  buildDirectory: string;
  /** Base URL of the local Content Lake; undefined for content on hosted Sanity. */
  contentApiHost?: string | undefined;
  /** Public origin of the site; undefined for a studio without a preview. */
  siteUrl?: string | undefined;
  /** Supabase project that sends test mails; undefined for a studio without test mails. */
  supabase?: { url: string; publishableKey: string } | undefined;
}

export type RunningStudio = Awaited<ReturnType<typeof startStudio>>;

/** Serves a built studio on loopback, and writes settings into the page. Throws without a build or a free port. */
export async function startStudio(options: StudioOptions) {
  await access(join(options.buildDirectory, "index.html"));
  const server = createAdaptorServer({ fetch: createApp(options).fetch });
  const port = await listenOnLoopback(server, options.port);
  return { url: `http://localhost:${port}`, close: () => closeServer(server) };
}

function createApp(options: StudioOptions): Hono {
  const { buildDirectory } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "same-origin");
    context.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
    // Sign-in with a provider opens a popup, which must be able to send the result to the page.
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
  // The studio's routes exist only in the browser, so the server sends the same page for every other path.
  app.get("*", async (context) => {
    if (context.req.path.startsWith("/static/")) return context.notFound();
    // The page is read at each request, because a new build gives every script a new name.
    const built = await readFile(join(buildDirectory, "index.html"), "utf8");
    const html = pageFor(built, options);
    context.header("content-security-policy", contentSecurityPolicy(html, options));
    context.header("cache-control", "no-store");
    return context.html(html);
  });
  return app;
}

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
  // All local ports are allowed, because the Content Lake uses more ports for event streams.
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
