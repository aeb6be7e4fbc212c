import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { signFile } from "../../../backend/files/case-files.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure } from "../../../backend/call-function.ts";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { saveUnopened } from "../../../ui/feedback/save-file.ts";
import { Spinner } from "../../../ui/feedback/states.tsx";

export interface UploadedFile {
  id: string;
  /** Name of the edge function that returns a URL of the file, and body of the call to the function. */
  endpoint: { name: string; body: Readonly<Record<string, string>> };
  title: string;
}

interface DocumentViewerProps {
  title: string;
  /** Files of one document, in the order in which they are shown. */
  files: readonly UploadedFile[];
  onClose: () => void;
}

/** Shows all files of a document below each other. Each file is opened, and recorded, when the one before is shown. */
export function DocumentViewer({ title, files, onClose }: DocumentViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isLarge, setIsLarge] = useState(false);
  const [shown, setShown] = useState(0);
  const titleId = useId();
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="document">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-card">
          {title}
        </h2>
        {shown > 0 && (
          <Button
            className="btn-outline btn-sm"
            aria-pressed={isLarge}
            onClick={() => setIsLarge(!isLarge)}
          >
            Ampliar
          </Button>
        )}
      </div>
      {files.slice(0, shown + 1).map((file, place) => (
        <ViewedFile
          key={file.id}
          file={file}
          place={place}
          name={files.length > 1 ? `Arquivo ${place + 1} de ${files.length}` : ""}
          isLarge={isLarge}
          onShown={setShown}
        />
      ))}
      <div className="modal-action flex-wrap gap-3">
        <Button className="btn-primary" onClick={() => dialog.current?.close()}>
          Fechar
        </Button>
      </div>
    </Dialog>
  );
}

interface ViewedFileProps {
  file: UploadedFile;
  place: number;
  /** Name of the file among the others; empty for a document of one file. */
  name: string;
  isLarge: boolean;
  /** Called with the number of shown files when this file is drawn or cannot be drawn. */
  onShown: (count: number) => void;
}

function ViewedFile({ file, place, name, isLarge, onShown }: ViewedFileProps) {
  const { data, error } = useUploadedFile(file);
  const tell = useCallback(() => onShown(place + 1), [onShown, place]);
  useEffect(() => {
    if (error) tell();
  }, [error, tell]);
  return (
    <section aria-label={name || file.title} className="mt-4 border-t border-sand-200 pt-4">
      <div className="flex flex-wrap items-center justify-end gap-3">
        {name && <h3 className="me-auto text-base">{name}</h3>}
        {data && (
          <Button className="btn-outline btn-sm" onClick={() => saveUnopened(data, file.title)}>
            Baixar o arquivo
            {name && <span className="sr-only"> ({name})</span>}
          </Button>
        )}
      </div>
      <FileState
        data={data}
        error={error}
        isLarge={isLarge}
        label={name ? `Páginas: ${name}` : "Páginas do documento"}
        onShown={tell}
      />
    </section>
  );
}

export function DocumentPicture({ file }: { file: UploadedFile }) {
  const { data, error } = useUploadedFile(file);
  return <FileState data={data} error={error} isLarge={false} label={`Páginas: ${file.title}`} />;
}

/** Loads an uploaded file once per opening of the file, because the backend logs each access. */
function useUploadedFile({ id, endpoint }: UploadedFile) {
  const backend = useBackend();
  const [opened] = useState(() => crypto.randomUUID());
  return useQuery({
    queryKey: ["document-view", id, opened],
    queryFn: async ({ signal }) => {
      const response = await fetch(await signFile(backend, "staff", endpoint), {
        signal,
        cache: "no-store",
      });
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
  label: string;
  /** Called when the pages are drawn or cannot be drawn. */
  onShown?: () => void;
}

function FileState({ data, error, ...pictures }: FileStateProps) {
  if (data) return <Pictures file={data} {...pictures} />;
  if (!error) return <Spinner label="Abrindo o documento..." />;
  return (
    <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
      {(error instanceof CallFailure && error.message) ||
        "Não foi possível abrir o documento. Por favor, tente novamente."}
    </p>
  );
}

interface PicturesProps extends Omit<FileStateProps, "data" | "error"> {
  file: Blob;
}

function Pictures({ file, isLarge, label, onShown }: PicturesProps) {
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
  useEffect(() => {
    if (drawing) onShown?.();
  }, [drawing, onShown]);
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
