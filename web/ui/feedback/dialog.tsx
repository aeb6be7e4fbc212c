import type { ReactNode, RefObject } from "react";
import { FormAlert } from "../form/form.tsx";
import { Spinner } from "./states.tsx";

const sizes = {
  question: "p-[clamp(1.5rem,5vw,2.5rem)]",
  form: "max-w-[45rem] p-[clamp(1.5rem,5vw,2.5rem)]",
  document: "max-h-[calc(100dvh-2rem)] max-w-5xl p-[clamp(1rem,3vw,2.5rem)]",
};

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  /** Of the heading inside, which names the dialog. */
  titleId: string;
  onClose: () => void;
  /** For a form in two columns, 720 px, or for the pages of a document, which are to be read. */
  size?: keyof typeof sizes;
  children: ReactNode;
}

/**
 * A question in front of the page; opened with `showModal`, closed by Escape too. What can be done
 * (`.modal-action`) stays in sight, however long the rest is.
 */
export function Dialog({ ref, titleId, onClose, size = "question", children }: DialogProps) {
  return (
    <dialog
      ref={ref}
      // Not there at all until it opens: what fades in from hidden cannot take the focus yet.
      className="modal bg-petrol-950/60 not-open:hidden"
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <div className={`modal-box ${sizes[size]}`}>{children}</div>
    </dialog>
  );
}

interface MailPreviewProps {
  mail: {
    data: { subject: string; text: string } | undefined;
    isPending: boolean;
    isError: boolean;
  };
}

/** A mail that has not been sent, subject and text, or why it is not there. */
export function MailPreview({ mail: { data, isPending, isError } }: MailPreviewProps) {
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
