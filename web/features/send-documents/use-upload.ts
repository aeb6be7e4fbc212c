import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  maximumFileBytes,
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, noAnswer, readAnswer } from "../../backend/call-function.ts";

/** How the sending of one document stands; `message` is the function's, empty when none came. */
export type UploadState =
  | { phase: "idle" | "cancelled" | "arrived" }
  | { phase: "sending"; share: number }
  | { phase: "failed"; message: string; canRetry: boolean };

interface UploadOptions {
  secret: string;
  documentId: string;
  /** The file has arrived: what is known of the request is out of date. */
  onArrived: () => void;
}

/** Sends a file for one document, and again after a failure; leaving the page stops it. */
export function useUpload({ secret, documentId, onArrived }: UploadOptions) {
  const backend = useBackend();
  const [state, setState] = useState<UploadState>({ phase: "idle" });
  const sending = useRef<AbortController>(null);
  const chosen = useRef<File>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File): Promise<void> {
    sending.current?.abort();
    const control = new AbortController();
    sending.current = control;
    chosen.current = file;
    const tell = (next: UploadState) => {
      if (!control.signal.aborted) setState(next);
    };
    tell({ phase: "sending", share: 0 });
    try {
      const fitting = await fitPhoto(file);
      // Nobody should wait for minutes to be told.
      if (fitting.size > maximumFileBytes) throw tooLarge();
      await uploadFile(backend, {
        name: "upload-document",
        headers: { [uploadHeaders.secret]: secret, [uploadHeaders.documentId]: documentId },
        file: fitting,
        data: uploadedDocumentSchema,
        signal: control.signal,
        onProgress: (share) => tell({ phase: "sending", share }),
      });
      tell({ phase: "arrived" });
      onArrived();
    } catch (error) {
      tell(describe(error));
    }
  }

  return {
    state,
    send,
    retry: () => chosen.current && void send(chosen.current),
    cancel() {
      sending.current?.abort();
      setState({ phase: "cancelled" });
    },
  };
}

const tooLarge = () =>
  new CallFailure({ code: "too_large", message: "O arquivo passa de 10 MB. Envie um menor." });

function describe(error: unknown): UploadState {
  const failure = error instanceof CallFailure ? error : undefined;
  const passing = ["unavailable", "rate_limited"].includes(failure?.code ?? "unavailable");
  return {
    phase: "failed",
    message: failure?.fields["file"] ?? failure?.message ?? "",
    // The same file would be refused again.
    canRetry: passing,
  };
}

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
async function uploadFile<Data>(
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
