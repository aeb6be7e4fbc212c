import type * as z from "zod/mini";
import type { Backend } from "./backend-context.tsx";
import { noAnswer, readAnswer } from "./call-function.ts";

/** A slow phone needs minutes for 10 MB; past this, nothing moves any more. */
const TIMEOUT_MS = 5 * 60_000;

interface Upload<Data> {
  /** Of the edge function. */
  name: string;
  /** What is asked about before the file is read. */
  headers: Readonly<Record<string, string>>;
  file: File;
  /** What a success carries. */
  data: z.ZodMiniType<Data>;
  signal: AbortSignal;
  /** From 0 to 1, of what has left. */
  onProgress: (share: number) => void;
}

/**
 * Posts a form with a file to an edge function. Not by fetch, which does not tell how much has left.
 * @throws CallFailure, whatever goes wrong, also when `signal` stops it.
 */
export async function uploadFile<Data>(
  backend: Backend | null,
  { name, headers, file, data, signal, onProgress }: Upload<Data>,
): Promise<Data> {
  if (!backend || signal.aborted) throw noAnswer();
  const form = new FormData();
  form.set("file", file);
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener("abort", stop);
  const answer = await new Promise<unknown>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    // However it ends: without an answer there is nothing to read.
    request.addEventListener("loadend", () => resolve(request.response));
    request.open("POST", `${backend.url}/functions/v1/${name}`);
    request.responseType = "json";
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader("apikey", backend.publishableKey);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.send(form);
  });
  signal.removeEventListener("abort", stop);
  return readAnswer(answer, data);
}
