import { useEffect, useRef } from "react";
import {
  askDocumentsFormSchema,
  documentKindTitles,
  documentRefusalFormSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { askedDocumentsKind } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextChoices } from "../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { useDocumentAction } from "./document-queries.ts";

interface AskDocumentsDialogProps {
  simulationId: string;
  notes: readonly string[];
  onClose: () => void;
}

/** Asks which documents the applicant shall send, with a sentence. */
export function AskDocumentsDialog({ simulationId, notes, onClose }: AskDocumentsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const action = useDocumentAction(simulationId);
  const preview = useMailPreview();
  const { form, field } = useValidatedForm({
    schema: askDocumentsFormSchema,
    names: ["kinds", "note"],
  });
  useEffect(() => dialog.current?.showModal(), []);
  const titleId = `ask-${simulationId}`;
  const { error, ...kinds } = field("kinds");
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        // What was shown is no longer what would be sent.
        onInput={() => preview.reset()}
        onSubmit={(event) =>
          void form.handleSubmit((asked) => {
            if (action.isPending) return;
            action.mutate(
              { name: "ask_documents", kinds: asked.kinds, note: asked.note },
              { onSuccess: () => dialog.current?.close() },
            );
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Pedir documentos
        </h2>
        <fieldset
          className="grid gap-3"
          {...(error && { "aria-describedby": `kinds-error-${simulationId}` })}
        >
          <legend className="mb-2 text-sm font-semibold">Quais documentos</legend>
          {askedDocumentsKind.map((kind) => (
            <label key={kind} className="flex items-center gap-3">
              <input
                type="checkbox"
                className="checkbox checkbox-primary"
                value={kind}
                {...kinds}
              />
              {documentKindTitles[kind]}
            </label>
          ))}
          {error && (
            <p id={`kinds-error-${simulationId}`} className="text-sm font-semibold text-error">
              {error}
            </p>
          )}
        </fieldset>
        <TextChoices
          id={`notes-${simulationId}`}
          texts={notes}
          onChoose={(note) => {
            preview.reset();
            form.setValue("note", note, { shouldValidate: true });
          }}
        />
        <TextAreaField
          {...field("note")}
          id={`note-${simulationId}`}
          rows={3}
          maxLength={500}
          texts={{
            label: "O que a pessoa precisa saber",
            help: "Opcional, menos para outro documento. Vai no e-mail e na página do pedido.",
          }}
        />
        <MailPreview mail={preview} />
        <div className="modal-action flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-link"
            onClick={() =>
              void form.handleSubmit((asked) =>
                preview.mutate({ ...asked, template: "documents-asked", simulationId }),
              )()
            }
          >
            Ver o e-mail
          </button>
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={action.isPending}>
            {action.isPending && <SpinnerRing />}
            Pedir por e-mail
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

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
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
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
          <button type="submit" className="btn btn-error" disabled={action.isPending}>
            {action.isPending && <SpinnerRing />}
            Recusar e avisar
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
