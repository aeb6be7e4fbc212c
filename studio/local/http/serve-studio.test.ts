import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningStudio, startStudio } from "./serve-studio.ts";

const page =
  '<!DOCTYPE html><html lang="pt-BR"><head><title>Sanity Studio</title><script>start()</script>' +
  "</head><body></body></html>";

let buildDirectory: string;
let studio: RunningStudio;

beforeAll(async () => {
  buildDirectory = await mkdtemp(join(tmpdir(), "payser-studio-"));
  await mkdir(join(buildDirectory, "static"));
  await writeFile(join(buildDirectory, "index.html"), page);
  await writeFile(join(buildDirectory, "built-from.txt"), "abc");
  await writeFile(join(buildDirectory, "static", "app-1a2b.js"), "export {};");
  studio = await startStudio({ port: 0, buildDirectory, contentApiHost: "http://localhost:4567/" });
});

afterAll(async () => {
  await studio.close();
  await rm(buildDirectory, { recursive: true });
});

test("every path of the studio serves the same page, which names the content API", async () => {
  for (const path of ["/", "/structure/paginas;homePage"]) {
    const response = await fetch(studio.url + path);
    const html = await response.text();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(html).toContain('<meta name="content-api-host" content="http://localhost:4567">');
  }
});

test("the policy allows only scripts of the build, with a hash for the inline script", async () => {
  const { headers } = await fetch(studio.url);
  const policy = headers.get("content-security-policy") ?? "";
  const [scripts = ""] = policy.match(/script-src [^;]+/) ?? [];
  expect(scripts).toContain("'sha256-");
  expect(scripts).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'self'");
  // When the content is local, the content security policy allows no https host.
  expect(policy).not.toContain("https:");
});

test.each(["/", "/structure", "/static/app-1a2b.js", "/static/gone.js"])(
  "%s has the headers of the studio",
  async (path) => {
    const { headers } = await fetch(studio.url + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  },
);

test("browsers cache scripts, and a missing script is a 404", async () => {
  const script = await fetch(`${studio.url}/static/app-1a2b.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  expect(script.headers.get("cache-control")).toContain("immutable");
  expect((await fetch(`${studio.url}/static/gone.js`)).status).toBe(404);
});

test("files beside the build are not served", async () => {
  const response = await fetch(`${studio.url}/static/..%2fbuilt-from.txt`);
  expect(await response.text()).not.toBe("abc");
});

test("a missing build is named at start", async () => {
  const missing = join(buildDirectory, "missing");
  await expect(startStudio({ port: 0, buildDirectory: missing })).rejects.toThrow("index.html");
});
