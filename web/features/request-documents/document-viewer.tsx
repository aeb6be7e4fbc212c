import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { saveUnopened } from "../../ui/feedback/save-file.ts";
import { Spinner } from "../../ui/feedback/states.tsx";

export interface StrangersFile {
  /** Tells files apart. */
  id: string;
  /** The edge function that gives a link to it, and what that takes. */
  door: { name: string; body: Readonly<Record<string, string>> };
  /** Of its kind. */
  title: string;
}

interface DocumentViewerProps {
  file: StrangersFile;
  onClose: () => void;
}

/** Shows staff a document of an applicant or a party, in front of the page. */
export function DocumentViewer({ file, onClose }: DocumentViewerProps) {
  const { title } = file;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isLarge, setIsLarge] = useState(false);
  const { data, error } = useStrangersFile(file);
  useEffect(() => dialog.current?.showModal(), []);
  const titleId = `view-${file.id}`;
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
      <FileState data={data} error={error} isLarge={isLarge} label="Páginas do documento" />
      <div className="modal-action flex-wrap gap-3">
        {data && (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => saveUnopened(data, title)}
          >
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

/** Shows such a document within the page, where it stands beside another. */
export function DocumentPicture({ file }: { file: StrangersFile }) {
  const { data, error } = useStrangersFile(file);
  return <FileState data={data} error={error} isLarge={false} label={`Páginas: ${file.title}`} />;
}

/**
 * A stranger made it, so it is shown as pictures, and the file itself is only for downloading. It is asked
 * for once each time that this opens, because each view is noted.
 */
function useStrangersFile({ id, door }: StrangersFile) {
  const backend = useBackend();
  const [opened] = useState(() => crypto.randomUUID());
  return useQuery({
    queryKey: ["document-view", id, opened],
    queryFn: async ({ signal }) => {
      const { url } = await callAsStaff(backend, { ...door, data: fileLinkSchema });
      const response = await fetch(url, { signal, cache: "no-store" });
      if (!response.ok) throw new Error(`storage ${response.status}`);
      return response.blob();
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

interface FileStateProps {
  data: Blob | undefined;
  error: Error | null;
  isLarge: boolean;
  /** Of its pages, among the others of the page. */
  label: string;
}

function FileState({ data, error, isLarge, label }: FileStateProps) {
  if (data) return <Pictures file={data} isLarge={isLarge} label={label} />;
  if (!error) return <Spinner label="Abrindo o documento..." />;
  return (
    <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
      {(error instanceof CallFailure && error.message) ||
        "Não foi possível abrir o documento. Por favor, tente novamente."}
    </p>
  );
}

/** The pages, as wide as there is room, or twice as wide, to be moved under it. */
function Pictures({ file, isLarge, label }: { file: Blob; isLarge: boolean; label: string }) {
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
        aria-label={label}
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
