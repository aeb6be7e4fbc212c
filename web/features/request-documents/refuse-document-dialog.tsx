import { useEffect, useRef } from "react";
import { documentRefusalFormSchema } from "../../../supabase/functions/_shared/contracts/request-documents.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { useDocumentAction } from "./document-queries.ts";
import { TextChoices } from "./text-choices.tsx";

interface RefuseDocumentDialogProps {
  documentId: string;
  /** Of its kind. */
  title: string;
  simulationId: string;
  reasons: readonly string[];
  onClose: () => void;
}

/** Asks why a document is refused; the applicant reads it in a mail and on the tracking page. */
export function RefuseDocumentDialog(props: RefuseDocumentDialogProps) {
  const { documentId, title, simulationId, reasons, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const action = useDocumentAction(simulationId);
  const { form, field } = useValidatedForm({
    schema: documentRefusalFormSchema,
    names: ["reason"],
  });
  useEffect(() => dialog.current?.showModal(), []);
  const titleId = `refuse-${documentId}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ reason }) => {
            if (action.isPending) return;
            action.mutate(
              { name: "refuse_document", documentId, reason },
              { onSuccess: () => dialog.current?.close() },
            );
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Recusar: {title}
        </h2>
        <TextChoices
          id={`reasons-${documentId}`}
          label="Motivos prontos"
          texts={reasons}
          onChoose={(reason) => form.setValue("reason", reason, { shouldValidate: true })}
        />
        <TextAreaField
          {...field("reason")}
          id={`refusal-${documentId}`}
          rows={4}
          maxLength={500}
          texts={{
            label: "O que está errado",
            help: "A pessoa lê este texto no e-mail e na página do pedido, e envia outro arquivo.",
          }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={action.isPending}>
            {action.isPending && <SpinnerRing />}
            Recusar e avisar
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
