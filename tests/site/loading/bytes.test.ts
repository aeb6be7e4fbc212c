import { readFile, readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { scriptBudgets } from "../../bench/script-bytes.ts";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { startTestSite } from "../../support/stacks/site-stack.ts";
import { useSite } from "../run-site.ts";
import { readSitemapPaths } from "../site-paths.ts";

/** Maximum number of bytes that a server sends before the client's first acknowledgement: ten segments (RFC 6928). */
const FIRST_WINDOW = 14_600;
/** Bytes reserved for a longer host name than localhost. Each page contains the host name eight times. */
const ROOM = 100;
/** Supabase settings with a URL of realistic length. The content security policy in each response contains the URL. */
const supabase = {
  url: "https://abcdefghijklmnopqrst.supabase.co",
  publishableKey: "key",
  forwardKey: "key of a function that nobody calls here",
};

const site = useSite();

/** Returns the number of bytes in the response for a page, headers included. */
function pageBytes(url: URL): Promise<number> {
  const socket = connect(Number(url.port), "127.0.0.1");
  socket.write(
    `GET ${url.pathname} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    let bytes = 0;
    socket.on("data", (chunk) => (bytes += chunk.length));
    socket.on("end", () => resolve(bytes));
    socket.on("error", reject);
  });
}

test("no script for browsers contains a query, because only the server reads pages", async () => {
  const files = await readdir("dist/web/client/assets");
  const scripts = files.filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  for (const name of scripts) {
    const code = await readFile(`dist/web/client/assets/${name}`, "utf8");
    expect({ name, query: /\*\[\s*_|_type == "/.exec(code)?.[0] }).toEqual({ name });
  }
});

test("no built file contains the style guide, which is for developers", async () => {
  const entries = await readdir("dist/web", { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|json)$/.test(entry.name));
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes("Guia de estilo da Payser"))).toEqual([]);
});

test("every page arrives with the first round trip", { tags: ["full"] }, async () => {
  const { url, close } = await startTestSite(site.stack.contentUrl, undefined, { supabase });
  const paths = await readSitemapPaths(url);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const bytes = () => pageBytes(new URL(path, url));
    // The server compresses a page better in the background after the first request, so later responses are smaller.
    await expect.poll(bytes, { message: path }).toBeLessThanOrEqual(FIRST_WINDOW - ROOM);
    expect(await bytes()).toBeGreaterThan(5_000);
  }
  await close();
});

test.each(["/", "/payser-fianca", "/como-funciona", "/termos"])(
  "%s loads at most 115 kB of script, without that of forms",
  async (path) => {
    // The window is as small as a phone's, so the carousel is below the visible part and is not loaded.
    const { page, close } = await openVisit(site.browser, { width: 360, height: 780 });
    const scripts = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.set(response.url(), response.body());
    });
    const html = (await (await page.goto(site.stack.siteUrl + path))?.text()) ?? "";
    const [, boot = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(boot.length).toBeGreaterThan(500);
    expect(boot.length).toBeLessThanOrEqual(scriptBudgets.boot);
    await hydrate(page);
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(scripts.values())).map(
      (script) => gzipSync(script, { level: 9 }).length,
    );
    console.info(
      `${path}: ${bytes.reduce((sum, length) => sum + length, 0)} bytes of script (gzip)`,
    );
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(scriptBudgets.page);
    expect([...scripts.keys()].filter((url) => url.includes("/forms-"))).toEqual([]);
    await close();
  },
);
