import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const wellSet = { SANITY_PROJECT_ID: "payser-local", SANITY_DATASET: "production", PORT: "0" };

/** Runs a program that should not start; gives what it printed as the reason. */
async function refusalOf(program: string, env: Record<string, string>): Promise<string> {
  const ended = run(process.execPath, [program], { env: { PATH: process.env["PATH"], ...env } });
  const error: unknown = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error && "stderr" in error) return String(error.stderr);
  throw new Error(`${program} started with ${JSON.stringify(env)}`);
}

describe("the site's server", () => {
  test.each([
    ["SANITY_PROJECT_ID", { SANITY_DATASET: "production" }],
    ["SANITY_PROJECT_ID", { ...wellSet, SANITY_PROJECT_ID: "Com Espaço" }],
    ["SANITY_DATASET", { ...wellSet, SANITY_DATASET: "" }],
    ["PORT", { ...wellSet, PORT: "porta" }],
    ["SITE_URL", { ...wellSet, SITE_URL: "payser.com.br" }],
    ["SITE_URL", { ...wellSet, HOST: "0.0.0.0" }],
    ["SITE_URL", { ...wellSet, SITE_URL: "http://www.payser.com.br" }],
    ["SITE_URL", { ...wellSet, SITE_URL: "https://www.payser.com.br/site" }],
    ["SITE_URL", { ...wellSet, SITE_URL: "https://ana@www.payser.com.br" }],
    ["HSTS_INCLUDE_SUBDOMAINS", { ...wellSet, HSTS_INCLUDE_SUBDOMAINS: "talvez" }],
    ["METRICS_PORT", { ...wellSet, METRICS_PORT: "porta" }],
    ["SANITY_API_HOST", { ...wellSet, SANITY_API_HOST: "ftp://host" }],
  ])("does not start with a bad %s, and names it", async (name, env) => {
    const reason = await refusalOf("dist/web/server/main.js", env);
    expect(reason).toContain("Variáveis de ambiente inválidas:");
    expect(reason).toContain(`  ${name}: `);
  });

  test("names every bad variable at once", async () => {
    const reason = await refusalOf("dist/web/server/main.js", { PORT: "x", SITE_URL: "y" });
    for (const name of ["PORT", "SITE_URL", "SANITY_PROJECT_ID", "SANITY_DATASET"]) {
      expect(reason).toContain(`  ${name}: `);
    }
  });
});

describe("npm start", () => {
  test("names a bad variable without a stack trace", async () => {
    const reason = await refusalOf("scripts/start.ts", { PORT_OFFSET: "muito" });
    expect(reason).toMatch(/PORT_OFFSET: precisa ser um número inteiro/);
    expect(reason).not.toMatch(/^\s+at /m);
  });

  test("says which port is taken and how to use others", async () => {
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
