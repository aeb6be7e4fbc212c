import type { ReactNode, RefObject } from "react";

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  /** Of the heading inside, which names the dialog. */
  titleId: string;
  onClose: () => void;
  children: ReactNode;
}

/** A question in front of the page; opened with `showModal`, closed by Escape too. */
export function Dialog({ ref, titleId, onClose, children }: DialogProps) {
  return (
    <dialog
      ref={ref}
      // Not there at all until it opens: what fades in from hidden cannot take the focus yet.
      className="modal bg-petrol-950/60 not-open:hidden"
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className="modal-box p-[clamp(1.5rem,5vw,2.5rem)]">{children}</div>
    </dialog>
  );
}
