import { cp, mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { startContentPart } from "../../../scripts/stack/content-part.ts";
import { keptTemplate } from "../runner/kept-template.ts";

declare module "vitest" {
  interface ProvidedContext {
    contentTemplate: string;
  }
}

/**
 * Makes a folder with the data of a Content Lake that has the seed content. All copies of the
 * folder share one cache of resized images, because resizing takes longer than most tests.
 */
export function makeContentTemplate(): Promise<string> {
  return keptTemplate({
    name: "content",
    sources: [
      "studio",
      "scripts/stack/content-part.ts",
      "content-api-version.ts",
      "package-lock.json",
    ],
    async make(directory) {
      const template = join(directory, "content");
      await mkdir(template, { recursive: true });
      const { lake } = await startContentPart({
        port: 0,
        dataDirectory: template,
        studioOrigins: [],
      });
      await lake.close();
      await rename(join(template, "image-cache"), join(directory, "image-cache"));
    },
  });
}

/** Fills `directory` with a copy of the seeded content. Works only under the test runner. */
export async function copyContentTemplate(directory: string): Promise<void> {
  const kept = inject("contentTemplate");
  await cp(join(kept, "content"), directory, { recursive: true });
  await symlink(join(kept, "image-cache"), join(directory, "image-cache"));
}
