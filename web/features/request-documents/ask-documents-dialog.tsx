import { useEffect, useRef } from "react";
import {
  askDocumentsFormSchema,
  documentKindTitles,
} from "../../../supabase/functions/_shared/contracts/request-documents.ts";
import { documentKinds } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { useDocumentAction } from "./document-queries.ts";
import { TextChoices } from "./text-choices.tsx";

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
    <Dialog ref={dialog} titleId={titleId} onClose={onClose}>
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
          {documentKinds.map((kind) => (
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
          label="Frases prontas"
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
