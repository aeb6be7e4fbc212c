import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Maximum number of cached files. Beyond this number, each new file replaces the oldest file. */
const MAXIMUM_FILES = 2000;

export type ImageCache = Awaited<ReturnType<typeof openImageCache>>;

/** Opens the folder of the image cache. Cache keys must be valid file names. */
export async function openImageCache(directory: string) {
  await mkdir(directory, { recursive: true });
  const known = new Set(await readdir(directory));
  const underway = new Map<string, Promise<Buffer>>();

  const make = async (key: string, build: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = await build();
    // The file gets its name only when it is complete, so that a crash never leaves half an image.
    const unfinished = join(directory, `.${randomUUID()}`);
    await writeFile(unfinished, bytes);
    await rename(unfinished, join(directory, key));
    known.add(key);
    const [oldest] = known;
    if (known.size > MAXIMUM_FILES && oldest !== undefined) {
      known.delete(oldest);
      await rm(join(directory, oldest), { force: true });
    }
    return bytes;
  };

  return {
    /** Returns the cached bytes of a key, or builds them. Simultaneous calls with the same key share one build. */
    read(key: string, build: () => Promise<Buffer>): Promise<Buffer> {
      const running = underway.get(key);
      if (running) return running;
      const result = known.has(key)
        ? readFile(join(directory, key)).catch(() => make(key, build))
        : make(key, build);
      underway.set(key, result);
      return result.finally(() => underway.delete(key));
    },
  };
}
