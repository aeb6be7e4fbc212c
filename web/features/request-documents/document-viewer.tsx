import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { AskedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { saveFile } from "../../ui/feedback/save-file.ts";
import { Spinner } from "../../ui/feedback/states.tsx";

interface DocumentViewerProps {
  documentId: string;
  /** Of its kind. */
  title: string;
  onClose: () => void;
}

/**
 * Shows staff a document of an applicant as pictures, because a stranger made it. The file itself is
 * only for downloading. It is asked for once each time that this opens, because each view is noted.
 */
export function DocumentViewer({ documentId, title, onClose }: DocumentViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const backend = useBackend();
  const [opened] = useState(() => crypto.randomUUID());
  const [isLarge, setIsLarge] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["document-view", documentId, opened],
    queryFn: async ({ signal }) => {
      const { url } = await callAsStaff(backend, {
        name: "open-document",
        body: { documentId },
        data: fileLinkSchema,
      });
      const response = await fetch(url, { signal, cache: "no-store" });
      if (!response.ok) throw new Error(`storage ${response.status}`);
      return response.blob();
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => dialog.current?.showModal(), []);
  const titleId = `view-${documentId}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="document">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-card">
          {title}
        </h2>
        {data && (
          <button
            type="button"
            className="btn btn-outline btn-sm"
            aria-pressed={isLarge}
            onClick={() => setIsLarge(!isLarge)}
          >
            Ampliar
          </button>
        )}
      </div>
      {!data && !error && <Spinner label="Abrindo o documento..." />}
      {error && (
        <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
          {(error instanceof CallFailure && error.message) ||
            "Não foi possível abrir o documento. Por favor, tente novamente."}
        </p>
      )}
      {data && <Pictures file={data} isLarge={isLarge} />}
      <div className="modal-action flex-wrap gap-3">
        {data && (
          <button type="button" className="btn btn-outline" onClick={() => download(data, title)}>
            Baixar o arquivo
          </button>
        )}
        <button type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
          Fechar
        </button>
      </div>
    </Dialog>
  );
}

/** The pages, as wide as there is room, or twice as wide, to be moved under it. */
function Pictures({ file, isLarge }: { file: Blob; isLarge: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<{ pages: number; drawn: number } | "failed">();
  useEffect(() => {
    const stop = new AbortController();
    const pages = document.createElement("div");
    pages.className = "grid gap-4";
    place.current?.replaceChildren(pages);
    import("./draw-document.ts")
      .then(({ drawDocument }) => drawDocument(file, pages, stop.signal))
      .then(setDrawing, () => !stop.signal.aborted && setDrawing("failed"));
    return () => stop.abort();
  }, [file]);
  return (
    <div className="mt-4" aria-busy={!drawing}>
      {!drawing && <Spinner label="Abrindo o documento..." />}
      {drawing === "failed" && (
        <p role="alert" className="alert alert-error alert-soft mb-4 rounded-md">
          Não foi possível mostrar este documento. Peça outro arquivo, ou baixe este se confia em
          quem o enviou.
        </p>
      )}
      <section
        aria-label="Páginas do documento"
        className="overflow-x-auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={isLarge ? 0 : undefined}
      >
        <div ref={place} className={isLarge ? "w-[200%]" : ""} />
      </section>
      {drawing && drawing !== "failed" && drawing.drawn < drawing.pages && (
        <p className="mt-4">
          Aparecem as primeiras {drawing.drawn} de {drawing.pages} páginas.
        </p>
      )}
    </div>
  );
}

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
} satisfies Record<AskedDocumentsFileType, string>;

/** Keeps the very file, which is never shown: of no kind that a browser would open. */
function download(file: Blob, title: string): void {
  const unopened = file.slice(0, file.size, "application/octet-stream");
  saveFile(unopened, `${title}.${extensions[file.type] ?? "bin"}`);
}
