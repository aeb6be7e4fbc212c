import * as z from "zod/mini";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

const pathsSchema = z.array(z.string());
const cachedSchema = z.array(
  z.object({
    bucket: z.enum(["request-documents", "offer-documents", "contract-documents"]),
    path: z.string(),
    type: z.string(),
  }),
);

/** Maximum number of batches (100 files each) in a run. A full run takes 0.4 s of a hosted function's 2 s of CPU. */
const mostBatches = 50;

/**
 * Removes files to which no database row refers, once a day. Stores files again that lack the header that forbids
 * caching.
 */
export function createHandler({ secretGate, callDatabase, files }: Parts): Handler {
  return createEndpoint(secretGate, {
    name: "remove-files",
    schema: z.object({}),
    async answer() {
      let removed = 0;
      for (let batch = 0; batch < mostBatches; batch++) {
        const paths = pathsSchema.parse(await callDatabase("files_without_row", {}));
        if (paths.length === 0) break;
        await files.remove("request-documents", paths);
        removed += paths.length;
      }
      const cached = cachedSchema.parse(await callDatabase("files_that_caches_keep", {}));
      for (const { bucket, path, type } of cached) {
        await files.store(bucket, path, { bytes: await files.read(bucket, path), type });
      }
      return { removed, storedAgain: cached.length };
    },
  });
}
