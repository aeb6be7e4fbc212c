import { useState } from "react";
import {
  askDocumentsFormSchema,
  documentKindTitles,
  documentRefusalFormSchema,
} from "#contracts/requests/documents.ts";
import { askedDocumentsKind } from "#contracts/stored-values.ts";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextChoices } from "../../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { useDocumentAction } from "./document-queries.ts";

interface AskDocumentsDialogProps {
  simulationId: string;
  notes: readonly string[];
  onClose: () => void;
}

export function AskDocumentsDialog({ simulationId, notes, onClose }: AskDocumentsDialogProps) {
  const action = useDocumentAction(simulationId);
  const preview = useMailPreview();
  const validated = useValidatedForm({ schema: askDocumentsFormSchema, names: ["kinds", "note"] });
  const { form, field } = validated;
  const { error, ...kinds } = field("kinds");
  return (
    <FormDialog
      title="Pedir documentos"
      form={validated}
      sending={action}
      onSubmit={({ kinds: asked, note }, callbacks) =>
        action.mutate({ name: "ask_documents", kinds: asked, note }, callbacks)
      }
      failed="Os documentos não foram pedidos. O que foi preenchido continua aqui: tente novamente."
      submitLabel="Pedir por e-mail"
      preview={{
        mail: preview,
        requestOf: (asked) => ({ ...asked, template: "documents-asked", simulationId }),
      }}
      onClose={onClose}
    >
      <fieldset
        className="grid gap-3"
        {...(error && { "aria-describedby": `kinds-error-${simulationId}` })}
      >
        <legend className="mb-2 text-sm font-semibold">Quais documentos</legend>
        {askedDocumentsKind.map((kind) => (
          <label key={kind} className="flex items-center gap-3">
            <input type="checkbox" className="checkbox checkbox-primary" value={kind} {...kinds} />
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
    </FormDialog>
  );
}

interface RefuseDocumentDialogProps {
  documentId: string;
  /** Ids of the files that were on the screen when the dialog opened. */
  files: readonly string[];
  title: string;
  simulationId: string;
  reasons: readonly string[];
  onClose: () => void;
}

/** Asks staff why a document is refused. The applicant reads the reason in an e-mail and on the tracking page. */
export function RefuseDocumentDialog(props: RefuseDocumentDialogProps) {
  const { documentId, files, title, simulationId, reasons, onClose } = props;
  // The list reloads while the dialog is open. The refusal is about the files that were there before.
  const [seen] = useState(files);
  const action = useDocumentAction(simulationId);
  const validated = useValidatedForm({ schema: documentRefusalFormSchema, names: ["reason"] });
  const { form, field } = validated;
  return (
    <FormDialog
      title={`Recusar: ${title}`}
      form={validated}
      sending={action}
      onSubmit={({ reason }, callbacks) =>
        action.mutate({ name: "refuse_document", documentId, files: seen, reason }, callbacks)
      }
      failed="O documento não foi recusado. O texto continua aqui: tente novamente."
      submitLabel="Recusar e avisar"
      isDestructive
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
