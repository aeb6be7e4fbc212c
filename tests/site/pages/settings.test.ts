import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { withVariables } from "../../support/stacks/with-variables.ts";
import { useSite } from "../run-site.ts";

const run = promisify(execFile);

/** Runs a program with invalid settings, so that it refuses to start. Returns the printed reason. */
async function refusalOf(program: string, env: Record<string, string>): Promise<string> {
  const ended = run(process.execPath, [program], { env: { PATH: process.env["PATH"], ...env } });
  const error: unknown = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error && "stderr" in error) return String(error.stderr);
  throw new Error(`${program} started with ${JSON.stringify(env)}`);
}

test("a server with bad variables does not start and names every one at once", async () => {
  const printed = await refusalOf("dist/web/server/main.js", { PORT: "x", SITE_URL: "y" });
  const [line, ...others] = readLog(printed.trimEnd().split("\n"), "bad-environment");
  expect(others).toEqual([]);
  expect(printed.trimEnd().split("\n")).toHaveLength(1);
  const reason = String(line?.["reason"]);
  expect(reason).toContain("Variáveis de ambiente inválidas:");
  for (const name of ["PORT", "SITE_URL", "SANITY_PROJECT_ID", "SANITY_DATASET"]) {
    expect(reason).toContain(`  ${name}: `);
  }
});

describe("npm start", { tags: ["full"] }, () => {
  test("names a bad variable without a stack trace", async () => {
    const reason = await refusalOf("scripts/start.ts", { PORT_OFFSET: "muito" });
    expect(reason).toMatch(/PORT_OFFSET: precisa ser um número inteiro/);
    expect(reason).not.toMatch(/^\s+at /m);
  });

  test("names the taken port and the way to use others", async () => {
    const offset = 9_000;
    const other = createServer().listen(3000 + offset, "127.0.0.1");
    await once(other, "listening");
    const reason = await refusalOf("scripts/start.ts", { PORT_OFFSET: String(offset) });
    other.close();
    expect(reason).toContain("12000 (site)");
    expect(reason).toContain("PORT_OFFSET=100 npm start");
    expect(reason).not.toMatch(/^\s+at /m);
  });
});

describe("a site with optional settings", () => {
  const content = useSite();
  let former: string;
  let metricsPort: number;
  let site: TestSite;

  const start = (variables: Record<string, string>) =>
    withVariables(variables, () => startTestSite(content.stack.contentUrl));

  beforeAll(async () => {
    former = await mkdtemp(join(tmpdir(), "payser-former-client-"));
    await mkdir(join(former, "assets"));
    await writeFile(join(former, "assets/contact-page-antes.js"), "export const antes = true;");
    await writeFile(join(former, "favicon.svg"), "<svg>antes</svg>");
    await writeFile(join(former, "antes.svg"), "<svg>antes</svg>");
    metricsPort = await findFreePort();
    site = await start({
      FORMER_CLIENT: former,
      HSTS_INCLUDE_SUBDOMAINS: "true",
      METRICS_PORT: String(metricsPort),
    });
  });
  afterAll(async () => {
    await site.close();
    await rm(former, { recursive: true });
  });

  test("serves metrics on a port of their own, by path pattern and without requested addresses", async () => {
    for (const path of ["/contato", "/contato", "/pessoa@exemplo.com.br", "/_dados/contato"]) {
      await fetch(site.url + path);
    }
    expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(figures).toContain(
      'payser_request_seconds_count{method="GET",route="/contato",status="200"} 2',
    );
    expect(figures).toContain('route="/_dados/*",status="200"} 1');
    expect(figures).toMatch(/route="\/\*",status="404"} \d/);
    expect(figures).not.toContain("exemplo");
    expect(figures).toMatch(/^payser_render_seconds_count [23]$/m);
    expect(figures).toMatch(/^payser_page_reads_total \d+$/m);
    expect(figures).toContain('payser_content_source{from="live"} 1');
    expect(figures).toMatch(/^payser_content_events_seconds \d/m);
    expect(figures).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  });

  test("makes browsers use https alone for two years, for subdomains as well", async () => {
    // The paths cover every kind of response: page, redirect, file, page data, missing page, health check.
    for (const path of ["/", "/contato/", "/favicon.svg", "/_dados/contato", "/nao-ha", "/saude"]) {
      const { headers } = await fetch(site.url + path, { redirect: "manual" });
      const header = headers.get("strict-transport-security");
      expect({ path, header }).toEqual({ path, header: "max-age=63072000; includeSubDomains" });
    }
  });

  test("serves a former release's scripts to its pages, and none of its other files", async () => {
    const script = await fetch(`${site.url}/assets/contact-page-antes.js`);
    expect(script.status).toBe(200);
    expect(script.headers.get("cache-control")).toContain("immutable");
    expect(await script.text()).toContain("antes");
    expect(await (await fetch(`${site.url}/favicon.svg`)).text()).not.toContain("antes");
    expect((await fetch(`${site.url}/antes.svg`)).status).toBe(404);
    const html = await (await fetch(site.url)).text();
    const entry = / data-entry="([^"]+)"/.exec(html)?.[1];
    expect((await fetch(site.url + entry)).status).toBe(200);
  });

  test("logs a missing former release", { tags: ["full"] }, async () => {
    mayPrint(/"event":"no-former-release"/);
    const first = await start({ FORMER_CLIENT: join(former, "nenhuma") });
    expect(readLog(first.log, "no-former-release")).toHaveLength(1);
    expect((await fetch(first.url)).status).toBe(200);
    await first.close();
  });
});
