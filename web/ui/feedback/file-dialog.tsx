import { useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { Button } from "./button.tsx";
import { saveUnopened } from "./save-file.ts";
import { Spinner } from "./states.tsx";

interface FileDialogProps {
  title: string;
  /** Loads the file. Called exactly once per opening, because every access is logged. */
  load: () => Promise<Blob>;
  /** Name under which the file is saved, without its extension. */
  name: string;
  texts: { openingLabel: string; openFailed: string; saveLabel: string; closeLabel: string };
  onClose: () => void;
}

/** Shows an uploaded file in a dialog. Photos are drawn; other files can only be saved. */
export function FileDialog({ title, load, name, texts, onClose }: FileDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked] = useState(() => load());
  const [file, setFile] = useState<Blob | "failed">();
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
          <Button onClick={() => saveUnopened(file, name)}>{texts.saveLabel}</Button>
        )}
        <Button className="btn-primary" onClick={() => dialog.current?.close()}>
          {texts.closeLabel}
        </Button>
      </div>
    </Dialog>
  );
}

const widest = 1600;

/** Draws the photo on a canvas, because the content security policy allows only images from this site. */
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
  // The lint rule asks for an img element, but only a canvas can be drawn on.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  return <canvas ref={canvas} role="img" aria-label={title} className="mt-4 h-auto max-w-full" />;
}
