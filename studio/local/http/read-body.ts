import { z } from "zod";
import { ApiError, malformed } from "./api-error.ts";

/** Largest JSON body in bytes; @sanity/import sends batches of a few hundred kilobytes. */
export const JSON_LIMIT = 8 * 1024 * 1024;

/** So much of a body that is refused is read all the same: who still sends cannot hear the refusal. */
const PATIENCE = 16;

/** Reads a body up to `limit` bytes. Throws 413 when there are more. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
    if (size > limit * PATIENCE) break;
  }
  if (size > limit) {
    throw new ApiError(413, "payloadTooLargeError", `The body exceeds ${limit} bytes`);
  }
  return Buffer.concat(chunks);
}

/** Reads and checks a JSON body. Throws 400 that names the first thing that is wrong. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = (await readBytes(request, JSON_LIMIT)).toString("utf8");
  return check(parseJson(text), schema);
}

/** Checks a value. Throws 400 that names the first thing that is wrong. */
export function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Parses JSON. Throws 400 with the parser's reason. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`Not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
