import { useEffect, useRef } from "react";
import type { DocumentTexts } from "./document-texts.ts";

interface UploadProgressProps {
  /** Of the document. */
  title: string;
  /** From 0 to 1, of what has left. */
  share: number;
  texts: DocumentTexts;
  onCancel: () => void;
}

/** How much of a file has left, and the way to stop it. */
export function UploadProgress({ title, share, texts, onCancel }: UploadProgressProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The file picker, which had the focus, is gone.
  useEffect(() => cancel.current?.focus(), []);
  const percent = Math.round(share * 100);
  return (
    <div className="mt-3 grid gap-3">
      <label className="grid gap-1">
        <span>
          {texts.sendingLabel} <span className="sr-only">{title} </span>
          <span className="tabular-nums">{percent}%</span>
        </span>
        {/* When all has left, the file is being checked: a bar without an end. */}
        <progress
          className="h-3 w-full accent-petrol-600"
          {...(share < 1 && { value: percent, max: 100 })}
        />
      </label>
      <button
        ref={cancel}
        type="button"
        className="btn btn-outline justify-self-start max-sm:w-full"
        onClick={onCancel}
      >
        {texts.cancelLabel}
        <span className="sr-only"> ({title})</span>
      </button>
    </div>
  );
}
