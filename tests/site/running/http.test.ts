import { once } from "node:events";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readPdf } from "../../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { specimenPath } from "../../../web/config/paths.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { runSite } from "../run-site.ts";
import {
  accountPaths,
  homeAliases,
  privatePaths,
  publicPaths,
  unknownPath,
} from "../site-paths.ts";

/** Value in the Strict-Transport-Security header. Browsers use only https for this host during two years. */
const TWO_YEARS = "max-age=63072000";

const site = runSite();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.stack.siteUrl + path, { headers, redirect: "manual" });

/** Sends the path without normalizing it, and returns the raw bytes of the response. */
async function getRaw(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { hostname, port } = new URL(site.stack.siteUrl);
  const sent = request({ hostname, port, path, headers, method }).end();
  const [reply] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) };
}

describe("an unknown path", () => {
  test("answers 404 with the texts of the specification, and is logged", async () => {
    const reply = await get(unknownPath);
    const html = await reply.text();
    expect(reply.status).toBe(404);
    for (const text of ["404", "Oops! Page not found", "Return to Home"]) {
      expect(html.includes(`>${text}<`)).toBe(true);
    }
    // The page is in Portuguese, so each English text needs the attribute `lang` for screen readers.
    expect(html).toMatch(/<span lang="en"[^>]*>Oops! Page not found</);
    expect(html).toMatch(/<span lang="en">Return to Home</);
    for (const path of ["/simular", "/acompanhar", "/verificar", "/contato"]) {
      expect(html).toMatch(new RegExp(`<main.*<a[^>]* href="${path}"`, "s"));
    }
    await expect
      .poll(() => readLog(site.stack.site.log, "not-found"))
      .toContainEqual(expect.objectContaining({ level: "info", path: unknownPath }));
  });

  test.each([
    ["from the proxy", "a1b2c3d4-0001", "a1b2c3d4-0001"],
    [
      "of its own when the given one has other characters",
      "ana@exemplo.com.br",
      expect.stringMatching(/^[\w-]{36}$/),
    ],
    [
      "of its own when the given one is too long",
      "a".repeat(65),
      expect.stringMatching(/^[\w-]{36}$/),
    ],
  ])("is logged with a request id %s", async (_what, given, kept) => {
    const reply = await get("/nao-ha", { "x-request-id": given });
    const id = reply.headers.get("x-request-id");
    expect(id).toEqual(kept);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await expect
      .poll(() =>
        readLog(site.stack.site.log, "not-found").find((line) => line["requestId"] === id),
      )
      .toMatchObject({ level: "info", path: "/nao-ha", time });
  });

  test.each([
    "/estilo",
    "/admin/simulacoes/x",
    "/_dados/nada",
    "/imagens/x",
    "/assets/x.js",
    "/.env",
    "/a%00b",
  ])("answers 404 when it is %s", async (path) => {
    expect((await getRaw(path)).status).toBe(404);
  });
});

describe("a path in another spelling", () => {
  test.each([
    ["/contato/", "/contato"],
    ["/contato///", "/contato"],
    ["//contato", "/contato"],
    ["/contato/?origem=feira", "/contato?origem=feira"],
    ["/Simular", "/simular"],
    ["/SIMULAR/?origem=Feira", "/simular?origem=Feira"],
    ["/Admin/Simulacoes", "/admin/simulacoes"],
    ["/Pag-Payser", "/pag-payser"],
    ["/Privacidade", "/privacidade"],
    ["//outro.example", "/outro.example"],
    ["//outro.example/a/", "/outro.example/a"],
    ["///outro.example/%2e%2e/", "/"],
    ["/%5Coutro.example/", "/%5Coutro.example"],
    ["/locação/", "/loca%C3%A7%C3%A3o"],
    ["/%E2%82%AC/", "/%E2%82%AC"],
    ["/a%0d%0aset-cookie:b/", "/a%0d%0aset-cookie:b"],
  ])("leads from %s to %s on this site", async (path, expected) => {
    const { status, headers } = await getRaw(path.replaceAll(/[çã]/g, encodeURIComponent));
    expect({ status, location: headers.location }).toEqual({ status: 301, location: expected });
    expect(new URL(headers.location ?? "", site.stack.siteUrl).origin).toBe(site.stack.siteUrl);
  });
});

test("a path with capitals redirects once, and only to existing pages", async () => {
  expect((await fetch(`${site.stack.siteUrl}/Simular`)).url).toBe(`${site.stack.siteUrl}/simular`);
  expect((await get("/Nada-Disso")).status).toBe(404);
  // When a visitor clicks a link with capital letters, the application loads the page data without a redirect.
  expect((await get("/_dados/Simular")).status).toBe(200);
});

test("a path with a bare backslash is refused", async () => {
  expect((await getRaw("/\\outro.example/")).status).toBe(400);
});

async function expectEveryEncoding(path: string): Promise<void> {
  const plain = await getRaw(path);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const gzip = await getRaw(path, { "accept-encoding": "gzip, deflate" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  const brotli = await getRaw(path, { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(brotli.headers.vary).toBe("accept-encoding");
  const refused = await getRaw(path, { "accept-encoding": "br;q=0, gzip;q=0.5" });
  expect(refused.headers["content-encoding"]).toBe("gzip");
}

describe("a page", () => {
  test("is not sent again until it changes", async () => {
    const first = await get("/contato");
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const again = await get("/contato", { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");

    await site.stack.editor.patch("contactPage").set({ "hero.tagline": "Outra." }).commit();
    await expect
      .poll(async () => (await get("/contato", { "if-none-match": etag })).status)
      .toBe(200);
  });

  test("comes as brotli, gzip or plain, depending on the browser", () =>
    expectEveryEncoding("/termos"));

  test("answers HEAD like GET without a body, and no other method", async () => {
    const head = await getRaw("/contato", {}, "HEAD");
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      expect((await getRaw("/contato", {}, method)).status).toBe(404);
    }
  });

  test("carries the security headers", async () => {
    const paths = [...publicPaths, ...homeAliases, ...accountPaths, ...privatePaths, unknownPath];
    for (const path of paths) {
      const { headers } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/);
      expect(policy).toMatch(/; style-src-elem 'self' 'sha256-[\w+/=]+';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
      expectTransportHeaders(path, headers);
      // Pages with personal data send no Referer header.
      const isPrivate = [...accountPaths, ...privatePaths].includes(path);
      expect(headers.get("referrer-policy")).toBe(
        isPrivate ? "no-referrer" : "strict-origin-when-cross-origin",
      );
      expect(headers.get("permissions-policy")).toContain("camera=()");
    }
  });

  test("is kept out of caches and search engines when it has personal data", async () => {
    for (const path of [...accountPaths, ...privatePaths]) {
      const { headers } = await get(path);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
    }
  });

  test("shares no window with its opener when it has personal data, and waits for no other page otherwise", async () => {
    for (const path of [...accountPaths, ...privatePaths]) {
      expect((await get(path)).headers.get("cross-origin-opener-policy")).toBe("same-origin");
    }
    for (const path of publicPaths) {
      expect((await get(path)).headers.get("cross-origin-opener-policy")).toBeNull();
    }
  });
});

describe("another answer", () => {
  test.each([
    ["a redirect", "/contato/", 301],
    ["robots.txt", "/robots.txt", 200],
    ["the sitemap", "/sitemap.xml", 200],
    ["the manifest", "/site.webmanifest", 200],
    ["the specimen of the letter", specimenPath, 200],
    ["a file", "/favicon.svg", 200],
    ["a card", "/imagens/pagina/contato.jpg", 200],
    ["health", "/saude", 200],
    ["an unknown path", "/nao-ha", 404],
    ["a missing card", "/imagens/pagina/nada.jpg", 404],
    ["a missing image", "/imagens/a-1x1-webp/640.webp", 404],
    ["the data of a page", "/_dados/contato", 200],
    ["data of a page that is gone", "/_dados/nao-existe?versao=nenhuma", 410],
    ["a stream of nothing", "/_ao-vivo", 400],
  ])("has a type and the https header when it is %s", async (_what, path, status) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expectTransportHeaders(path, reply.headers);
    if (status === 200) expect(reply.headers.get("content-type")).toBeTruthy();
  });
});

function expectTransportHeaders(path: string, headers: Headers): void {
  expect({
    path,
    secure: headers.get("strict-transport-security"),
    typed: headers.get("x-content-type-options"),
  }).toEqual({ path, secure: TWO_YEARS, typed: "nosniff" });
}

describe("the data of a page", () => {
  test("stays the same for a sent version, and is the newest for an unknown one", async () => {
    const html = await (await get("/locadores")).text();
    const version = / data-version="([^"]+)"/.exec(html)?.[1] ?? "";
    const data = await get(`/_dados/locadores?versao=${version}`);
    const before = await data.json();
    expect(data.headers.get("cache-control")).toContain("immutable");
    expect(before).toMatchObject({ version });

    await site.stack.editor.patch("landlordsPage").set({ "hero.tagline": "Outra." }).commit();
    await expect
      .poll(async () => (await (await get("/_dados/locadores")).json()).version)
      .not.toBe(version);
    expect(await (await get(`/_dados/locadores?versao=${version}`)).json()).toEqual(before);
    const newest = await get("/_dados/locadores?versao=inventada");
    expect(newest.headers.get("cache-control")).not.toContain("immutable");
    expect(await newest.json()).toEqual(await (await get("/_dados/locadores")).json());
  });
});

describe("the site's files", () => {
  test("robots.txt keeps crawlers from exactly the private pages and names the sitemap", async () => {
    const robots = await (await get("/robots.txt")).text();
    const rules = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = ""]) => rule);
    const isBarred = (path: string) =>
      rules.some((rule) => (rule.endsWith("$") ? rule === `${path}$` : path.startsWith(rule)));
    const known = [...accountPaths, ...privatePaths, "/contrato", "/admin"];
    const areas = known.map((path) => `/${path.split("/")[1]}`);
    for (const area of areas) {
      expect([area, `${area}/x`, `${area}?x=1`].filter((path) => !isBarred(path))).toEqual([]);
    }
    expect([...publicPaths, "/administradoras"].filter(isBarred)).toEqual([]);
    expect(robots).toContain(`Sitemap: ${site.stack.siteUrl}/sitemap.xml\n`);
  });

  test("the sitemap is XML with the time of the last change of each page", async () => {
    const reply = await get("/sitemap.xml");
    expect(reply.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const xml = await reply.text();
    const entries = [...xml.matchAll(/<url><loc>[^<]+<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g)];
    expect(entries).toHaveLength(publicPaths.length);
    for (const [, changed = ""] of entries) expect(Date.parse(changed)).toBeGreaterThan(0);
  });

  test("the specimen of the letter is drawn from published content", async () => {
    const specimen = async () => {
      const reply = await get(specimenPath);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      expect(reply.headers.get("cache-control")).toBe("public, max-age=3600");
      return reply;
    };
    const etag = (await specimen()).headers.get("etag") ?? "";
    expect((await get(specimenPath, { "if-none-match": etag })).status).toBe(304);
    await site.stack.editor.patch("siteSettings").set({ legalName: "Nome Novo S.A." }).commit();
    await expect.poll(async () => (await specimen()).headers.get("etag")).not.toBe(etag);
    const { text } = await readPdf(new Uint8Array(await (await specimen()).arrayBuffer()));
    expect(text).toContain("Nome Novo S.A.");
  });

  const entryPath = async () =>
    / data-entry="([^"]+)"/.exec(await (await get("/")).text())?.[1] ?? "";

  test("built assets come in their precompressed form", async () => {
    const entry = await entryPath();
    await expectEveryEncoding(entry);
    const image = await getRaw("/apple-touch-icon.png", { "accept-encoding": "gzip, br" });
    expect(image.headers["content-encoding"]).toBeUndefined();
    expect((await get(`${entry}.br`)).status).toBe(404);
  });

  test("built assets are cached for good, other files for a while", async () => {
    expect((await get(await entryPath())).headers.get("cache-control")).toContain("immutable");
    for (const file of ["/favicon.svg", "/site.webmanifest"]) {
      const reply = await get(file);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("cache-control")).toBe("public, max-age=3600");
    }
  });
});
