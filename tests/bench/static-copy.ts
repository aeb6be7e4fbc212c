import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { securityHeaders } from "../../web/server/http/security-headers.ts";

const SCRIPT = /<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;
const IMAGE = /\/imagens\/[^\s"',)&]+/g;
const securityHeaderNames = Object.keys(securityHeaders("", "", null, false));

/** The file that tells a copy's server which security headers each page came with. */
export const headersFile = "headers.json";

/**
 * Writes pages of the running site as plain files without scripts, with their security headers:
 * the limit that the site is measured against. Without those headers the two would differ by more
 * than what is measured: one that keeps other windows away makes the browser begin a process first.
 */
export async function writeStaticCopy(
  siteUrl: string,
  paths: readonly string[],
  directory: string,
): Promise<void> {
  await cp("dist/web/client", directory, { recursive: true });
  const images = new Set<string>();
  const headers: Record<string, Record<string, string>> = {};
  for (const path of paths) {
    const page = await fetchPage(siteUrl + path);
    const html = (await page.text()).replaceAll(SCRIPT, "");
    for (const [url] of html.matchAll(IMAGE)) images.add(url);
    headers[path] = Object.fromEntries(
      [...page.headers].filter(([name]) => securityHeaderNames.includes(name)),
    );
    await write(join(directory, path, "index.html"), html);
  }
  for (const url of images) {
    const response = await fetch(siteUrl + url);
    await write(join(directory, url), Buffer.from(await response.arrayBuffer()));
  }
  await write(join(directory, headersFile), JSON.stringify(headers));
}

async function fetchPage(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
