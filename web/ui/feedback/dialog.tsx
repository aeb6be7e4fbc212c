import { type ReactNode, type RefObject, useEffect } from "react";
import { FormAlert } from "../form/form.tsx";
import { Spinner } from "./states.tsx";

export type DialogSize = keyof typeof sizes;

const sizes = {
  question: "[--box-padding:clamp(1.5rem,5vw,2.5rem)]",
  form: "max-w-[45rem] [--box-padding:clamp(1.5rem,5vw,2.5rem)]",
  document: "max-h-[calc(100dvh-2rem)] max-w-5xl [--box-padding:clamp(1rem,3vw,2.5rem)]",
};

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  titleId: string;
  onClose: () => void;
  /** Width and padding of the dialog for its content: a question, a form or a document. */
  size?: DialogSize;
  children: ReactNode;
}

/**
 * Shows a modal dialog while this component is rendered. Escape closes the dialog. The buttons of a long dialog stay
 * visible.
 */
export function Dialog({ ref, titleId, onClose, size = "question", children }: DialogProps) {
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <dialog
      ref={ref}
      // `hidden` takes the closed dialog out of the layout. A dialog that fades in from invisible could not take the
      // focus.
      className="modal bg-petrol-950/60 not-open:hidden"
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className={`modal-box p-(--box-padding) ${sizes[size]}`}>{children}</div>
    </dialog>
  );
}

/** State of loading the preview of an e-mail that has not been sent. */
export interface PreviewedMail {
  data: { subject: string; text: string } | undefined;
  isPending: boolean;
  isError: boolean;
}

export function MailPreview({ mail: { data, isPending, isError } }: { mail: PreviewedMail }) {
  return (
    <div aria-live="polite">
      {isPending && <Spinner label="Montando o e-mail..." />}
      {isError && (
        <FormAlert>
          <p>Não foi possível montar o e-mail. Tente novamente.</p>
        </FormAlert>
      )}
      {data && (
        <div className="rounded-md bg-sand-100 p-4 text-sm">
          <p className="font-semibold">{data.subject}</p>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">{data.text}</p>
        </div>
      )}
    </div>
  );
}
