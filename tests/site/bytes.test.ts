import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openVisit } from "../support/browser.ts";
import { hydrate } from "../support/hydrate.ts";
import { useSite } from "./run-site.ts";

/** What a server may send before the visitor answers: ten segments (RFC 6928). */
const FIRST_WINDOW = 14_600;
/** The address of a backend in the policy, and a longer host than this one. */
const ROOM = 100;
/** Above what the bench asks for (110 KB): this is to notice when a page loads what it has no use for. */
const SCRIPT_LIMIT = 112 * 1024;

const site = useSite();

/** Everything that answers a request for the home page, headers included. */
function homeBytes(): Promise<number> {
  const socket = connect(Number(new URL(site.stack.siteUrl).port), "127.0.0.1");
  socket.write(
    "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n",
  );
  return new Promise((resolve, reject) => {
    let bytes = 0;
    socket.on("data", (chunk) => (bytes += chunk.length));
    socket.on("end", () => resolve(bytes));
    socket.on("error", reject);
  });
}

test("no query is among what browsers load: pages are read by the server alone", async () => {
  const files = await readdir("dist/web/client/assets");
  const scripts = files.filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(20);
  for (const name of scripts) {
    const code = await readFile(`dist/web/client/assets/${name}`, "utf8");
    expect({ name, query: /\*\[\s*_|_type == "/.exec(code)?.[0] }).toEqual({ name });
  }
});

test("the home page arrives with the first round trip", async () => {
  // Compressed better in the background, once it was asked for.
  await expect.poll(homeBytes).toBeLessThanOrEqual(FIRST_WINDOW - ROOM);
  expect(await homeBytes()).toBeGreaterThan(5_000);
});

test.each(["/", "/payser-fianca", "/termos"])(
  "%s loads at most 112 KB of script, with which forms have nothing to do",
  async (path) => {
    // As on a phone, where the carousel comes only to whoever scrolls to it.
    const { page, close } = await openVisit(site.browser, { width: 360, height: 780 });
    const scripts = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.set(response.url(), response.body());
    });
    await page.goto(site.stack.siteUrl + path);
    await hydrate(page);
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(scripts.values())).map(
      (script) => gzipSync(script, { level: 9 }).length,
    );
    console.info(
      `${path}: ${bytes.reduce((sum, length) => sum + length, 0)} bytes of script (gzip)`,
    );
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(SCRIPT_LIMIT);
    expect([...scripts.keys()].filter((url) => url.includes("/forms-"))).toEqual([]);
    await close();
  },
);
