import { RequestFailure } from "./request-failure.ts";

/**
 * Reads a JSON body of at most `maximumBytes`. The bytes are counted as they arrive, because
 * content-length is what the caller says. Throws 415, 413 or 400.
 */
export async function readJson(request: Request, maximumBytes: number): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new RequestFailure(415, "invalid_request", "Envie os dados no formato JSON.");
  }
  const bytes = await readBytes(request, maximumBytes);
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return body;
  } catch {
    throw new RequestFailure(400, "invalid_request", "Não foi possível ler os dados enviados.");
  }
}

async function readBytes(request: Request, maximum: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maximum) {
      await reader?.cancel();
      throw new RequestFailure(413, "too_large", "Os dados enviados passam do tamanho permitido.");
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
