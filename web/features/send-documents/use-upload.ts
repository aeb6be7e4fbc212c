import { useEffect, useRef, useState } from "react";
import {
  maximumFileBytes,
  uploadedDocumentSchema,
  uploadHeaders,
} from "../../../supabase/functions/_shared/contracts/request-documents.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { uploadFile } from "../../backend/upload-file.ts";
import { fitPhoto } from "./fit-photo.ts";

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
