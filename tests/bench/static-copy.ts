import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const SCRIPT = /<script(?! type="application\/ld\+json")[\s\S]*?<\/script>/g;
const IMAGE = /\/imagens\/[^\s"',)&]+/g;

/**
 * Writes pages of the running site as plain files without scripts: the limit that the site is
 * measured against.
 */
export async function writeStaticCopy(
  siteUrl: string,
  paths: readonly string[],
  directory: string,
): Promise<void> {
  await cp("dist/web/client", directory, { recursive: true });
  const images = new Set<string>();
  for (const path of paths) {
    const html = (await fetchText(siteUrl + path)).replaceAll(SCRIPT, "");
    for (const [url] of html.matchAll(IMAGE)) images.add(url);
    await write(join(directory, path, "index.html"), html);
  }
  for (const url of images) {
    const response = await fetch(siteUrl + url);
    await write(join(directory, url), Buffer.from(await response.arrayBuffer()));
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
