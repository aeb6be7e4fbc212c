import type * as z from "zod/mini";
import { maximumFileBytes } from "#contracts/requests/documents.ts";
import type { Backend } from "../backend-context.tsx";
import { CallFailure, noAnswer, readAnswer } from "../call-function.ts";

/** Timeout of an upload. It is long, because a slow phone needs minutes for 10 MB. */
const TIMEOUT_MS = 5 * 60_000;

interface Upload<Data> {
  name: string;
  /** Access token of the signed-in person, for edge functions that require one. */
  accessToken?: string;
  /** Headers that the edge function checks before it reads the file. */
  headers: Readonly<Record<string, string>>;
  file: File;
  fields?: Readonly<Record<string, string>>;
  data: z.ZodMiniType<Data>;
  signal: AbortSignal;
  /** Called with the share of the file that is already uploaded, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Posts a form with a file. Shrinks a photo that is too large. Uses XMLHttpRequest, because fetch does not report
 * progress. @throws CallFailure, also when `signal` aborts the upload.
 */
export async function uploadFile<Data>(
  backend: Backend | null,
  { name, accessToken, headers, file, fields = {}, data, signal, onProgress }: Upload<Data>,
): Promise<Data> {
  const fitting = await fitPhoto(file);
  // A file that is too large is refused here. The edge function would refuse it only after minutes of upload.
  if (fitting.size > maximumFileBytes) throw tooLarge();
  if (!backend || signal.aborted) throw noAnswer();
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", fitting);
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  signal.addEventListener("abort", stop);
  const answer = await new Promise<unknown>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    // The response is null when the server did not respond.
    request.addEventListener("loadend", () => resolve(request.response));
    request.open("POST", `${backend.url}/functions/v1/${name}`);
    request.responseType = "json";
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader("apikey", backend.publishableKey);
    if (accessToken !== undefined)
      request.setRequestHeader("authorization", `Bearer ${accessToken}`);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.send(form);
  });
  signal.removeEventListener("abort", stop);
  return readAnswer(answer, data);
}

/** Returns the edge function's Portuguese message about a failed upload, or "", and whether a retry can help. */
export function describeUpload(error: unknown): { message: string; canRetry: boolean } {
  const failure = error instanceof CallFailure ? error : undefined;
  const passing = ["unavailable", "rate_limited"].includes(failure?.code ?? "unavailable");
  return {
    message: failure?.fields["file"] ?? failure?.message ?? "",
    // Failures with other codes are about the file itself. The edge function would refuse the same file again.
    canRetry: passing,
  };
}

const tooLarge = () =>
  new CallFailure({ code: "too_large", message: "O arquivo passa de 10 MB. Envie um menor." });

/** Maximum side of a shrunk photo in pixels. A photographed page is still readable at this size. */
const LONGEST_SIDE = 3000;
const QUALITY = 0.85;

/** Shrinks a photo that is too large. Returns other files, and photos that cannot be drawn, unchanged. */
async function fitPhoto(file: File): Promise<File> {
  if (file.size <= maximumFileBytes || !file.type.startsWith("image/")) return file;
  try {
    const photo = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(photo.width, photo.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(photo.width * scale);
    canvas.height = Math.round(photo.height * scale);
    canvas.getContext("2d")?.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const drawn = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", QUALITY);
    });
    return drawn ? new File([drawn], "foto.jpg", { type: "image/jpeg" }) : file;
  } catch {
    return file;
  }
}
