import { z } from "zod";

const anyValues = z.record(z.string(), z.unknown());
const items = z.array(z.unknown());

/** The operations of a patch, as Content Lake documents them; an unknown one is refused. */
export const patchOperationsShape = {
  set: anyValues.optional(),
  setIfMissing: anyValues.optional(),
  unset: z.array(z.string()).optional(),
  inc: z.record(z.string(), z.number()).optional(),
  dec: z.record(z.string(), z.number()).optional(),
  diffMatchPatch: z.record(z.string(), z.string()).optional(),
  insert: z
    .union([
      z.strictObject({ before: z.string(), items }),
      z.strictObject({ after: z.string(), items }),
      z.strictObject({ replace: z.string(), items }),
    ])
    .optional(),
  ifRevisionID: z.string().optional(),
};

export const patchOperationsSchema = z.strictObject(patchOperationsShape);

export type PatchOperations = z.infer<typeof patchOperationsSchema>;
