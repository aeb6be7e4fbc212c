import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Text only: images and fonts are compressed by their formats. */
const COMPRESSIBLE = /\.(m?js|css|svg|json|ico)$/;

/**
 * Writes `name.br` and `name.gz` beside the files of the browser's build, best compressed: once
 * for every start of the server, which would take seconds for it.
 */
export function compressedFiles(): Plugin {
  return {
    name: "compressed-files",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client" || name === "overlay",
    async writeBundle({ dir = "." }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => COMPRESSIBLE.test(file)).map((file) => join(dir, file));
      await Promise.all(
        texts.map(async (file) => {
          const raw = await readFile(file);
          await writeFile(`${file}.br`, await compressBrotli(raw));
          await writeFile(`${file}.gz`, await compressGzip(raw, { level: 9 }));
        }),
      );
    },
  };
}
