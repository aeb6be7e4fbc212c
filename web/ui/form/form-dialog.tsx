import { type ReactNode, useId, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import type { MailPreviewRequest } from "#contracts/mail/mail-preview.ts";
import { Dialog, type DialogSize, MailPreview, type PreviewedMail } from "../feedback/dialog.tsx";
import { Button } from "../feedback/button.tsx";
import { Form } from "./form.tsx";
import { type FormSending, useFormSending } from "./use-form-sending.tsx";

interface FormDialogProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Answer,
> extends FormSending<Input, Output, Answer> {
  title: ReactNode;
  /** Returns false when the dialog must stay open after a successful answer. By default, the dialog always closes. */
  mayClose?: (answer: Answer) => boolean;
  submitLabel: string;
  cancelLabel?: string;
  /** Shows the submit button in the colour for actions that end or refuse something. */
  isDestructive?: boolean;
  size?: DialogSize;
  /** Preview of the e-mail that the server sends after the form is submitted. */
  preview?: {
    mail: PreviewedMail & { mutate: (request: MailPreviewRequest) => void; reset: () => void };
    requestOf: (values: Output) => MailPreviewRequest;
  };
  onClose: () => void;
  children?: ReactNode;
}

/** Shows a form in a dialog, which is open while this component is rendered. A success closes the dialog. */
export function FormDialog<Input extends FieldValues, Output extends FieldValues, Answer>(
  props: FormDialogProps<Input, Output, Answer>,
) {
  const { title, form, sending, mayClose, submitLabel, cancelLabel = "Cancelar" } = props;
  const { isDestructive, size = "form", preview, onClose, children } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const { submit, alert } = useFormSending(props, (answer) => {
    if (mayClose?.(answer) ?? true) close();
  });
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size={size}>
      <Form
        className="grid gap-5"
        // A change removes the preview, because the preview shows the old values.
        onInput={() => preview?.mail.reset()}
        onSubmit={submit}
      >
        <h2 id={titleId} className="text-card wrap-anywhere">
          {title}
        </h2>
        {children}
        {alert}
        {preview && <MailPreview mail={preview.mail} />}
        <div className="modal-action flex-wrap gap-3">
          {preview && (
            <Button
              className="btn-link"
              onClick={() =>
                void form.form.handleSubmit((values) =>
                  preview.mail.mutate(preview.requestOf(values)),
                )()
              }
            >
              Ver o e-mail
            </Button>
          )}
          <Button onClick={close}>{cancelLabel}</Button>
          <Button
            className={isDestructive ? "btn-error" : "btn-primary"}
            isBusy={sending.isPending}
          >
            {submitLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Form definition of a dialog that only asks for a confirmation. */
export const noFields = { schema: z.object({}), names: [] } as const;
