// Runs the site from source in its own process for `npm run dev`. When a file changes, the browser and the server
// reload the file.
import { getRequestListener } from "@hono/node-server";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer as createViteServer } from "vite";
import { logLine } from "../../web/config/log.ts";
import { parseServerEnv } from "../../web/config/server-env.ts";
import { makeSeedResults } from "../build/seed-results.ts";

type CreateMetrics = typeof import("../../web/server/telemetry/metrics.ts").createMetrics;
type CreateSite = typeof import("../../web/server/create-site.ts").createSite;

// The process handles SIGINT and exits, because Node.js saves no compile cache when a signal ends the process.
process.once("SIGINT", () => process.exit());
const env = parseServerEnv(process.env);
const server = createHttpServer();
const vite = await createViteServer({
  appType: "custom",
  server: {
    middlewareMode: true,
    // Hot reload uses the site's port, because several copies of the project would all use Vite's default port.
    hmr: { server },
    // These folders are not watched, because running parts write data, not sources, into these folders.
    watch: { ignored: ["**/.local/**", "**/.sanity/**", "**/dist/**"] },
  },
});
const [seed] = await Promise.all([
  makeSeedResults(),
  // An error here is ignored, because the next page request reports the same error.
  loadServer().catch(() => undefined),
]);
const current = developmentSite();
server.on("request", (request, response) => {
  vite.middlewares(request, response, () => {
    void getRequestListener(async (webRequest, bindings) => {
      const { pathname } = new URL(webRequest.url);
      if (pathname === "/estilo") return showStyleGuide();
      if (pathname === "/emails") return showMails(env.SITE_URL ?? webRequest.url);
      return (await current()).fetch(webRequest, bindings);
    })(request, response);
  });
});
server.listen(env.PORT, env.HOST);
await once(server, "listening");
logLine("info", "listening", { port: env.PORT });

/** Returns a function that returns the site. The function makes a new site whenever the server's code has changed. */
function developmentSite() {
  let made: { by: CreateSite; site: ReturnType<CreateSite> } | undefined;
  return async () => {
    const { createSite, createMetrics, bootScript } = await loadServer();
    if (made?.by !== createSite) {
      const noFiles = { client: new Map(), overlay: new Map() };
      made?.site.close();
      const assets = {
        css: "",
        stylesUrl: undefined,
        bootScript,
        entryParts: ["/web/app/entry-client.tsx"],
        entryUrl: "/web/app/entry-client.tsx",
        overlayHead: `<script type="module" src="/web/overlay/overlay.ts"></script>`,
        developmentHead: await developmentHead(),
      };
      const { signal: stopping } = new AbortController();
      const site = createSite(
        env,
        assets,
        noFiles,
        { snapshot: {}, seed },
        stopping,
        createMetrics(),
      );
      made = { by: createSite, site };
    }
    return { fetch: withoutPolicy(made.site.app.fetch) };
  };
}

async function loadServer(): Promise<{
  createSite: CreateSite;
  createMetrics: CreateMetrics;
  bootScript: string;
}> {
  const { createSite } = await vite.ssrLoadModule("/web/server/create-site.ts");
  const { createMetrics } = await vite.ssrLoadModule("/web/server/telemetry/metrics.ts");
  const { default: bootScript } = await vite.ssrLoadModule("virtual:boot-script");
  return { createSite, createMetrics, bootScript };
}

/** Shows the style guide. The style guide exists only in development and has no route on the site. */
async function showStyleGuide(): Promise<Response> {
  const { renderStyleGuide } = await vite.ssrLoadModule("/web/style-guide/render-style-guide.tsx");
  const body: string = renderStyleGuide(await readFile("web/app/styles.css", "utf8"));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Guia de estilo</title>${await developmentHead()}`;
  return new Response(
    `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${body}</body></html>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

async function showMails(siteUrl: string): Promise<Response> {
  const { renderMailPreview } = await vite.ssrLoadModule(
    "/supabase/functions/_shared/mail/mail-preview.tsx",
  );
  const page: string = await renderMailPreview(siteUrl);
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}

async function developmentHead(): Promise<string> {
  const page = await vite.transformIndexHtml("/", "<html><head></head></html>");
  const scripts = /<head>([\s\S]*)<\/head>/.exec(page)?.[1] ?? "";
  return `${scripts}<link rel="stylesheet" href="/web/app/styles.css">`;
}

/** Removes the content security policy, because Vite's client needs inline scripts and styles. */
function withoutPolicy(
  fetch: (request: Request, bindings: object) => Response | Promise<Response>,
) {
  return async (request: Request, bindings: object) => {
    const response = await fetch(request, bindings);
    response.headers.delete("content-security-policy");
    return response;
  };
}
