import { useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { saveUnopened } from "./save-file.ts";
import { Spinner } from "./states.tsx";

interface FileDialogProps {
  title: string;
  /** Asks for the file; once each time that this opens, because each look is noted. */
  load: () => Promise<Blob>;
  /** Of the file when it is saved, without its ending. */
  name: string;
  texts: { openingLabel: string; openFailed: string; saveLabel: string; closeLabel: string };
  onClose: () => void;
}

/** A file that somebody sent: a photo is drawn, anything else is there to be saved. */
export function FileDialog({ title, load, name, texts, onClose }: FileDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked] = useState(() => load());
  const [file, setFile] = useState<Blob | "failed">();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isOpen = true;
    asked.then(
      (loaded) => isOpen && setFile(loaded),
      () => isOpen && setFile("failed"),
    );
    return () => {
      isOpen = false;
    };
  }, [asked]);
  return (
    <Dialog ref={dialog} titleId="file-title" onClose={onClose} size="document">
      <h2 id="file-title" className="text-card wrap-anywhere">
        {title}
      </h2>
      {!file && <Spinner label={texts.openingLabel} />}
      {file === "failed" && (
        <p role="alert" className="alert alert-error alert-soft mt-4 rounded-md">
          {texts.openFailed}
        </p>
      )}
      {file instanceof Blob && file.type.startsWith("image/") && (
        <Photo file={file} title={title} failed={texts.openFailed} />
      )}
      <div className="modal-action flex-wrap gap-3">
        {file instanceof Blob && (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => saveUnopened(file, name)}
          >
            {texts.saveLabel}
          </button>
        )}
        <button type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
          {texts.closeLabel}
        </button>
      </div>
    </Dialog>
  );
}

const widest = 1600;

/** Drawn, not shown as a file: the page's policy lets no picture in but its own. */
function Photo({ file, title, failed }: { file: Blob; title: string; failed: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    createImageBitmap(file).then(
      (picture) => {
        const place = canvas.current;
        if (place) {
          const scale = Math.min(1, widest / picture.width);
          place.width = Math.round(picture.width * scale);
          place.height = Math.round(picture.height * scale);
          place.getContext("2d")?.drawImage(picture, 0, 0, place.width, place.height);
        }
        picture.close();
      },
      () => setIsBroken(true),
    );
  }, [file]);
  if (isBroken) return <p role="alert">{failed}</p>;
  // No other tag is drawn on.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <canvas ref={canvas} role="img" aria-label={title} className="mt-4 h-auto max-w-full" />;
}
