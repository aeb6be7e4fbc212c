import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { parseServerEnv, type ServerEnv } from "../web/config/server-env.ts";
import type { SeedResults } from "../web/content/seed-results.ts";
import { makeSeedResults } from "./seed-results.ts";
import { siteEnv, type RunningSite, type SiteSettings } from "./start-site.ts";

type CreateMetrics = typeof import("../web/server/telemetry/metrics.ts").createMetrics;
type CreateSite = typeof import("../web/server/create-site.ts").createSite;

/** Runs the site from source: the browser and the server reload when a file changes. */
export async function startDevelopmentSite(settings: SiteSettings): Promise<RunningSite> {
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });
  const env = parseServerEnv(siteEnv(settings));
  const current = developmentSite(vite, env, await makeSeedResults());
  const server = createHttpServer((request, response) => {
    vite.middlewares(request, response, () => {
      void getRequestListener(async (webRequest, bindings) => {
        const { pathname } = new URL(webRequest.url);
        if (pathname === "/estilo") return showStyleGuide(vite);
        if (pathname === "/emails") return showMails(vite, settings.siteUrl);
        return (await current()).fetch(webRequest, bindings);
      })(request, response);
    });
  });
  server.listen(settings.port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${settings.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await vite.close();
    },
  };
}

/** Gives the site made by the newest version of the server's code. */
function developmentSite(vite: ViteDevServer, env: ServerEnv, seed: SeedResults) {
  let made: { by: CreateSite; site: ReturnType<CreateSite> } | undefined;
  return async () => {
    const { createSite, createMetrics, bootScript } = await loadServer(vite);
    if (made?.by !== createSite) {
      const noFiles = { client: new Map(), overlay: new Map() };
      made?.site.close();
      const assets = {
        css: "",
        stylesUrl: undefined,
        bootScript,
        entryParts: [],
        entryUrl: "/web/app/entry-client.tsx",
        overlayHead: `<script type="module" src="/web/overlay/overlay.ts"></script>`,
        developmentHead: await developmentHead(vite),
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

async function loadServer(
  vite: ViteDevServer,
): Promise<{ createSite: CreateSite; createMetrics: CreateMetrics; bootScript: string }> {
  const { createSite } = await vite.ssrLoadModule("/web/server/create-site.ts");
  const { createMetrics } = await vite.ssrLoadModule("/web/server/telemetry/metrics.ts");
  const { default: bootScript } = await vite.ssrLoadModule("virtual:boot-script");
  return { createSite, createMetrics, bootScript };
}

/** The style guide exists here alone: no route of the site leads to it. */
async function showStyleGuide(vite: ViteDevServer): Promise<Response> {
  const { renderStyleGuide } = await vite.ssrLoadModule("/web/style-guide/render-style-guide.tsx");
  const body: string = renderStyleGuide(await readFile("web/app/styles.css", "utf8"));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Guia de estilo</title>${await developmentHead(vite)}`;
  return new Response(
    `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${body}</body></html>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

/** Every e-mail as its template is now, with example data. */
async function showMails(vite: ViteDevServer, siteUrl: string): Promise<Response> {
  const { renderMailPreview } = await vite.ssrLoadModule(
    "/supabase/functions/_shared/mail/mail-preview.tsx",
  );
  const page: string = await renderMailPreview(siteUrl);
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}

async function developmentHead(vite: ViteDevServer): Promise<string> {
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
