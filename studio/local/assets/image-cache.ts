import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Derived images kept on disk; the oldest make room for new ones. */
const MAXIMUM_FILES = 2000;

export interface ImageCache {
  /** The cached bytes, or those that `make` yields; equal requests at once make them once. */
  read(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
}

/** Opens the cache folder; keys must be usable as file names. */
export async function openImageCache(directory: string): Promise<ImageCache> {
  await mkdir(directory, { recursive: true });
  const known = new Set(await readdir(directory));
  const underway = new Map<string, Promise<Buffer>>();

  const make = async (key: string, build: () => Promise<Buffer>): Promise<Buffer> => {
    const bytes = await build();
    // A name of its own until it is whole: a crash never leaves half an image behind.
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
    read(key, build) {
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
