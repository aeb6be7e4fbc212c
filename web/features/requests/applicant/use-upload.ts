import { useEffect, useRef, useState } from "react";
import { uploadHeaders, uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { describeUpload, uploadFile } from "../../../backend/files/upload-file.ts";

/** State of an upload. `message` is the error message of the edge function, or empty. */
export type UploadState =
  | { phase: "idle" | "cancelled" | "arrived" }
  | { phase: "sending"; share: number }
  | { phase: "failed"; message: string; canRetry: boolean };

interface UploadOptions {
  secret: string;
  documentId: string;
  /** Called after the upload, so that the page reads the request from the server again. */
  onArrived: () => void;
}

/** Uploads a file for one requested document and allows a retry after a failure. Leaving the page aborts the upload. */
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
    const update = (next: UploadState) => {
      if (!control.signal.aborted) setState(next);
    };
    update({ phase: "sending", share: 0 });
    try {
      await uploadFile(backend, {
        name: "upload-document",
        headers: { [uploadHeaders.secret]: secret, [uploadHeaders.documentId]: documentId },
        file,
        data: uploadedDocumentSchema,
        signal: control.signal,
        onProgress: (share) => update({ phase: "sending", share }),
      });
      update({ phase: "arrived" });
      onArrived();
    } catch (error) {
      update({ phase: "failed", ...describeUpload(error) });
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
