import * as z from "zod/mini";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<Parts, "secretGate" | "callDatabase" | "files">;

const pathsSchema = z.array(z.string());
const cachedSchema = z.array(
  z.object({
    bucket: z.enum(["request-documents", "offer-documents", "contract-documents"]),
    path: z.string(),
    type: z.string(),
  }),
);
/**
 * A hundred each: what is left waits for the next day. All of them take 0.4 of the two seconds of
 * processor time that a hosted function has.
 */
const longestRun = 50;

/**
 * Removes documents of applicants that no row names any more, and stores again what caches might
 * keep because it was stored before that was forbidden; called once a day.
 */
export function createHandler({ secretGate, callDatabase, files }: Needed): Handler {
  return createEndpoint(secretGate, {
    name: "remove-files",
    schema: z.object({}),
    async answer() {
      let removed = 0;
      for (let run = 0; run < longestRun; run++) {
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
