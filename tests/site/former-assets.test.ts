import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayPrint } from "../support/printed-problems.ts";
import { readLog } from "../support/read-log.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";

let lake: SeededLake;
let former: string;

beforeAll(async () => {
  lake = await startSeededLake();
  former = await mkdtemp(join(tmpdir(), "payser-former-client-"));
  await mkdir(join(former, "assets"));
  await writeFile(join(former, "assets/contact-page-antes.js"), "export const antes = true;");
  await writeFile(join(former, "favicon.svg"), "<svg>antes</svg>");
  await writeFile(join(former, "antes.svg"), "<svg>antes</svg>");
});
afterAll(async () => {
  await lake.close();
  await rm(former, { recursive: true });
});

function startAfter(directory: string): Promise<TestSite> {
  process.env["FORMER_CLIENT"] = directory;
  return startTestSite(lake.url).finally(() => delete process.env["FORMER_CLIENT"]);
}

test("a page of the former release still gets its scripts, and nothing else of it", async () => {
  const site = await startAfter(former);
  const script = await fetch(`${site.url}/assets/contact-page-antes.js`);
  expect(script.status).toBe(200);
  expect(script.headers.get("cache-control")).toContain("immutable");
  expect(await script.text()).toContain("antes");
  expect(await (await fetch(`${site.url}/favicon.svg`)).text()).not.toContain("antes");
  expect((await fetch(`${site.url}/antes.svg`)).status).toBe(404);
  const html = await (await fetch(site.url)).text();
  const entry = / data-entry="([^"]+)"/.exec(html)?.[1];
  expect((await fetch(site.url + entry)).status).toBe(200);
  await site.close();
});

test("the first release has none before it, and says so", async () => {
  mayPrint(/"event":"no-former-release"/);
  const site = await startAfter(join(former, "nenhuma"));
  expect(readLog(site.log, "no-former-release")).toHaveLength(1);
  expect((await fetch(site.url)).status).toBe(200);
  await site.close();
});
