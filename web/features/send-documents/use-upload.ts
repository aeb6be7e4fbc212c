import { useEffect, useRef, useState } from "react";
import {
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { describeUpload, uploadFile } from "../../backend/files/upload-file.ts";

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
      await uploadFile(backend, {
        name: "upload-document",
        headers: { [uploadHeaders.secret]: secret, [uploadHeaders.documentId]: documentId },
        file,
        data: uploadedDocumentSchema,
        signal: control.signal,
        onProgress: (share) => tell({ phase: "sending", share }),
      });
      tell({ phase: "arrived" });
      onArrived();
    } catch (error) {
      tell({ phase: "failed", ...describeUpload(error) });
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
