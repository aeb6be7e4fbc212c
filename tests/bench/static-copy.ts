import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { securityHeaders } from "../../web/server/http/security-headers.ts";

const SCRIPT = /<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;
const FILE = /\/(?:imagens|assets)\/[^\s"',)&#]+/g;
const headerNames = ["cache-control", ...Object.keys(securityHeaders("", "", null, false))];

/** Name of the file with the headers of each page, image, font and style. The copy's server reads this file. */
export const headersFile = "headers.json";

/**
 * Writes pages of the running site as plain files without scripts, and writes the HTTP headers of every file. The copy
 * is the reference for the site's times, so it must send the same headers: headers cost time too.
 */
export async function writeStaticCopy(
  siteUrl: string,
  paths: readonly string[],
  directory: string,
): Promise<void> {
  await cp("dist/web/client", directory, { recursive: true });
  const files = new Set<string>();
  const headers: Record<string, Record<string, string>> = {};
  for (const path of paths) {
    const page = await fetchFrom(siteUrl, path);
    const html = (await page.text()).replaceAll(SCRIPT, "");
    for (const [url] of html.matchAll(FILE)) files.add(url);
    headers[path] = headersOf(page);
    await write(join(directory, path, "index.html"), html);
  }
  for (const url of files) {
    const file = await fetchFrom(siteUrl, url);
    headers[url] = headersOf(file);
    await write(join(directory, url), Buffer.from(await file.arrayBuffer()));
  }
  await write(join(directory, headersFile), JSON.stringify(headers));
}

async function fetchFrom(siteUrl: string, path: string): Promise<Response> {
  const response = await fetch(siteUrl + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => headerNames.includes(name)));
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
