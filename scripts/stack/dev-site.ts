// Run by `npm run dev` in a process of its own, as the built site is by `npm start`: the browser and
// the server reload when a file changes.
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

// Not by the signal: Node.js keeps what it compiled when it ends by itself.
process.once("SIGINT", () => process.exit());
const env = parseServerEnv(process.env);
const server = createHttpServer();
const vite = await createViteServer({
  appType: "custom",
  server: {
    middlewareMode: true,
    // On the port of the site: Vite's own is one, however many copies run.
    hmr: { server },
    // What the parts write while they run: no source is there.
    watch: { ignored: ["**/.local/**", "**/.sanity/**", "**/dist/**"] },
  },
});
const [seed] = await Promise.all([
  makeSeedResults(),
  // What cannot be loaded is told to whoever asks for a page.
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

/** Gives the site made by the newest version of the server's code. */
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

/** The style guide exists here alone: no route of the site leads to it. */
async function showStyleGuide(): Promise<Response> {
  const { renderStyleGuide } = await vite.ssrLoadModule("/web/style-guide/render-style-guide.tsx");
  const body: string = renderStyleGuide(await readFile("web/app/styles.css", "utf8"));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Guia de estilo</title>${await developmentHead()}`;
  return new Response(
    `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${body}</body></html>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

/** Every e-mail as its template is now, with example data. */
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

/** Vite's own client needs inline scripts and styles, which the site's policy forbids. */
function withoutPolicy(
  fetch: (request: Request, bindings: object) => Response | Promise<Response>,
) {
  return async (request: Request, bindings: object) => {
    const response = await fetch(request, bindings);
    response.headers.delete("content-security-policy");
    return response;
  };
}
