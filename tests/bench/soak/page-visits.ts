import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { dataPathPrefix, versionParameter } from "../../../web/app/page-state.ts";
import { reportsPath } from "../../../web/server/http/security-headers.ts";
import { accountPaths, homeAliases, productPaths, publicPaths } from "../../site/site-paths.ts";
import { someAddress } from "../../functions/filled-forms.ts";
import { type Answer, ask, expectAnswer } from "./ask.ts";
import type { Load } from "./paced-load.ts";
import type { SoakStack } from "./soak-stack.ts";

const paths = [...publicPaths, ...homeAliases, ...accountPaths];
const encodings = ["br", "gzip", "identity"];
/** Pattern that finds the assets in the HTML of a page. A browser fetches these assets with the page. */
const assetPattern = /[" ](\/assets\/[^" ]+)/g;
const imagePattern = /(\/imagens\/[^" ]+\.(?:webp|svg|jpg)(?:\?[^" ]*)?)/g;

/** Returns the HTTP requests of visitors, of crawlers, and of chat apps that show a preview of a link. */
export async function pageVisits({ siteUrl, metricsUrl }: SoakStack): Promise<Load[]> {
  const found = await Promise.all(
    paths.map(async (path) => textOf(await ask(siteUrl + path)).replaceAll("&amp;", "&")),
  );
  const named = (pattern: RegExp) => [
    ...new Set(found.flatMap((html) => [...html.matchAll(pattern)].map(([, url = ""]) => url))),
  ];
  const assets = named(assetPattern);
  const images = named(imagePattern).filter((url) => !url.startsWith("/imagens/pagina"));
  if (assets.length === 0 || images.length === 0) throw new Error("The pages name no files.");
  const known = new Map<string, string>();
  /** Metric lines about failed HTTP requests that were already reported, so that each line is reported once. */
  const counted = new Set<string>();

  return [
    {
      name: "pages",
      perSecond: 20,
      async run() {
        const [path, encoding] = [oneOf(paths), oneOf(encodings)];
        const page = await ask(siteUrl + path, { headers: { "accept-encoding": encoding } });
        expectAnswer(path, page, 200);
        if (!textOf(page).endsWith("</html>")) throw new Error(`${path} is not whole`);
        known.set(path, String(page.headers.etag));
      },
    },
    {
      name: "pages that a browser has",
      perSecond: 4,
      async run() {
        const [path, etag] = oneOf([...known, [oneOf(paths), '"none"'] as const]);
        const page = await ask(siteUrl + path, { headers: { "if-none-match": etag } });
        expectAnswer(path, page, page.headers.etag === etag ? 304 : 200);
      },
    },
    {
      name: "data of pages",
      perSecond: 4,
      async run() {
        const path = oneOf(paths);
        const html = textOf(await ask(siteUrl + path));
        const version = /data-version="([^"]+)"/.exec(html)?.[1] ?? "";
        const query = `?${versionParameter}=${encodeURIComponent(version)}`;
        const url = `${siteUrl}${dataPathPrefix}${path === "/" ? "" : path}`;
        expectAnswer(`data of ${path}`, await ask(url + query), 200, `"version":"${version}"`);
        expectAnswer(`data of ${path} as it is`, await ask(url), 200, '"loaderData"');
      },
    },
    {
      name: "unknown paths, 404",
      perSecond: 2,
      async run() {
        const path = `/nao-ha-${crypto.randomUUID()}`;
        expectAnswer(path, await ask(siteUrl + path), 404, "</html>");
      },
    },
    {
      name: "other forms of a path, 301",
      perSecond: 1,
      async run() {
        const path = oneOf([...publicPaths, ...productPaths].filter((at) => at !== "/"));
        const other = oneOf([`${path}/`, path.toUpperCase(), `/${path}`]);
        const answer = await ask(siteUrl + other);
        expectAnswer(other, answer, 301);
        if (answer.headers.location !== path) {
          throw new Error(`${other} leads to ${answer.headers.location}`);
        }
      },
    },
    {
      name: "scripts, styles and fonts",
      perSecond: 5,
      async run() {
        const asset = oneOf(assets);
        const headers = { "accept-encoding": oneOf(encodings) };
        expectAnswer(asset, await ask(siteUrl + asset, { headers }), 200);
      },
    },
    {
      name: "images",
      perSecond: 4,
      async run() {
        const image = oneOf(images);
        const answer = await ask(siteUrl + image);
        expectAnswer(image, answer, 200);
        if (!answer.headers["content-type"]?.startsWith("image/")) {
          throw new Error(`${image} is ${answer.headers["content-type"]}`);
        }
      },
    },
    {
      name: "cards of pages",
      perSecond: 1,
      async run() {
        const path = oneOf(publicPaths);
        const card = `/imagens/pagina${path === "/" ? "" : path}.jpg`;
        const answer = await ask(siteUrl + card);
        expectAnswer(card, answer, 200);
        if (answer.body.readUInt16BE() !== 0xff_d8) throw new Error(`${card} is no JPEG`);
      },
    },
    {
      name: "sitemap, robots, manifest, health",
      perSecond: 1,
      async run() {
        const [path, text] = oneOf([
          ["/sitemap.xml", "</urlset>"],
          ["/robots.txt", "Sitemap:"],
          ["/site.webmanifest", '"start_url"'],
          ["/saude", "ok "],
          ["/saude/pronto", '"ready":true'],
        ] as const);
        expectAnswer(path, await ask(siteUrl + path), 200, text);
      },
    },
    {
      name: "reports of the policy",
      perSecond: 0.5,
      async run() {
        const body = JSON.stringify([
          {
            type: "csp-violation",
            body: { documentURL: siteUrl, blockedURL: "inline", effectiveDirective: "style-src" },
          },
        ]);
        const headers = { "content-type": "application/reports+json" };
        const question = { method: "POST", headers, body, localAddress: someAddress() };
        expectAnswer("report", await ask(siteUrl + reportsPath, question), 204);
      },
    },
    {
      name: "figures for Prometheus",
      perSecond: 0.1,
      async run() {
        const figures = await ask(metricsUrl);
        expectAnswer("figures", figures, 200, "process_resident_memory_bytes");
        const failed =
          textOf(figures).match(/^payser_request_seconds_count\{.*status="5.*$/gm) ?? [];
        const unknown = failed.filter((line) => !counted.has(line));
        for (const line of unknown) counted.add(line);
        if (unknown.length > 0) throw new Error(`The site counted ${unknown.join(", ")}`);
      },
    },
  ];
}

/** Returns the body of an answer as text, whatever its encoding. */
export function textOf({ headers, body }: Answer): string {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

/** Returns a randomly chosen item. */
export function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}
