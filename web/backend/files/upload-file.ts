import type * as z from "zod/mini";
import { maximumFileBytes } from "../../../supabase/functions/_shared/contracts/documents.ts";
import type { Backend } from "../backend-context.tsx";
import { CallFailure, noAnswer, readAnswer } from "../call-function.ts";

/** A slow phone needs minutes for 10 MB; past this, nothing moves any more. */
const TIMEOUT_MS = 5 * 60_000;

interface Upload<Data> {
  /** Of the edge function. */
  name: string;
  /** Of who is signed in, for functions that ask who calls. */
  accessToken?: string;
  /** What is asked about before the file is read. */
  headers: Readonly<Record<string, string>>;
  file: File;
  /** What else the form says. */
  fields?: Readonly<Record<string, string>>;
  /** What a success carries. */
  data: z.ZodMiniType<Data>;
  signal: AbortSignal;
  /** From 0 to 1, of what has left. */
  onProgress: (share: number) => void;
}

/**
 * Posts a form with a file to an edge function, a photo that is too large made smaller. Not by fetch, which
 * does not tell how much has left.
 * @throws CallFailure, whatever goes wrong, also when `signal` stops it.
 */
export async function uploadFile<Data>(
  backend: Backend | null,
  { name, accessToken, headers, file, fields = {}, data, signal, onProgress }: Upload<Data>,
): Promise<Data> {
  const fitting = await fitPhoto(file);
  // Nobody should wait for minutes to be told.
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
    // However it ends: without an answer there is nothing to read.
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

/** Why a file did not arrive: the function's words, empty when none came, and whether it may another time. */
export function describeUpload(error: unknown): { message: string; canRetry: boolean } {
  const failure = error instanceof CallFailure ? error : undefined;
  const passing = ["unavailable", "rate_limited"].includes(failure?.code ?? "unavailable");
  return {
    message: failure?.fields["file"] ?? failure?.message ?? "",
    // The same file would be refused again.
    canRetry: passing,
  };
}

const tooLarge = () =>
  new CallFailure({ code: "too_large", message: "O arquivo passa de 10 MB. Envie um menor." });

/** Enough to read a page by. */
const LONGEST_SIDE = 3000;
const QUALITY = 0.85;

/**
 * A photo that is too large for sending, made smaller; any other file as it is. Drawing it anew is
 * no safeguard, the function's is: where it fails, the file is sent, and refused with its reason.
 */
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
