import { useEffect, useRef } from "react";
import { documentNameSchema } from "../../../supabase/functions/_shared/contracts/contract-document.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { StaffContract } from "./contract-schema.ts";
import { useContractDocuments } from "./use-contract-documents.ts";

interface RenameDocumentDialogProps {
  document: StaffContract["documents"][number];
  onClose: () => void;
}

/** Asks for another name. Open as long as it is rendered. */
export function RenameDocumentDialog({ document, onClose }: RenameDocumentDialogProps) {
  const { id, document_name } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  const { rename } = useContractDocuments();
  const { form, field } = useValidatedForm({
    schema: documentNameSchema,
    names: ["documentName"],
  });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId={`rename-${id}`} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ documentName }) =>
            rename.mutate({ id, name: documentName }, { onSuccess: () => dialog.current?.close() }),
          )(event)
        }
      >
        <h2 id={`rename-${id}`} className="text-card wrap-anywhere">
          Renomear {document_name}
        </h2>
        {rename.isError && (
          <FormAlert key={rename.submittedAt}>
            <p>O nome não mudou. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <TextField
          {...field("documentName")}
          id={`name-${id}`}
          defaultValue={document_name}
          maxLength={200}
          texts={{ label: "Nome do documento", help: "É o que o locatário lê." }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={rename.isPending}>
            {rename.isPending && <SpinnerRing />}
            Renomear
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
