import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { startContentPart } from "../../scripts/content-part.ts";

declare module "vitest" {
  interface ProvidedContext {
    contentTemplate: string;
  }
}

/**
 * Makes a folder with the data of a Content Lake that has the seed content. Its copies share one
 * cache of derived images, which take longer to make than most tests.
 */
export async function makeContentTemplate() {
  const directory = await mkdtemp(join(tmpdir(), "payser-content-template-"));
  const template = join(directory, "content");
  const sharedCache = join(directory, "image-cache");
  await mkdir(template);
  await mkdir(sharedCache);
  await symlink(sharedCache, join(template, "image-cache"));
  const { lake } = await startContentPart({ port: 0, dataDirectory: template, studioOrigins: [] });
  await lake.close();
  return { template, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Fills `directory` with seeded content; only for what runs under the test runner. */
export async function copyContentTemplate(directory: string): Promise<void> {
  await cp(inject("contentTemplate"), directory, { recursive: true, verbatimSymlinks: true });
}
