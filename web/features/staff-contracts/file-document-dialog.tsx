import { type ChangeEvent, useEffect, useRef } from "react";
import {
  documentNameSchema,
  maximumDocumentBytes,
} from "../../../supabase/functions/_shared/contracts/contract-document.ts";
import * as z from "zod/mini";
import { CallFailure } from "../../backend/call-function.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { useContractDocuments } from "./use-contract-documents.ts";

/** What the browser knows of the file; what is in it, the function looks at. */
const schema = z.extend(documentNameSchema, {
  files: z.custom<FileList>().check(
    z.refine((files) => files?.length === 1, { error: "Escolha um arquivo PDF", abort: true }),
    z.refine((files) => (files?.[0]?.size ?? 0) > 0, "O arquivo está vazio"),
    z.refine(
      (files) => (files?.[0]?.size ?? 0) <= maximumDocumentBytes,
      "O arquivo passa de 10 MB",
    ),
  ),
});

interface FileDocumentDialogProps {
  contractId: string;
  onClose: () => void;
}

/** Asks for a PDF and its name. Open as long as it is rendered. */
export function FileDocumentDialog({ contractId, onClose }: FileDocumentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { file: filing } = useContractDocuments();
  const { form, field } = useValidatedForm({ schema, names: ["files", "documentName"] });
  // The same until it arrived: a second click and a retry file it once.
  const documentId = useRef(crypto.randomUUID());
  useEffect(() => dialog.current?.showModal(), []);

  const files = field("files");
  function suggestName(event: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = event.target.files ?? [];
    if (chosen && !form.getValues("documentName")) {
      form.setValue("documentName", chosen.name.replace(/\.pdf$/i, ""));
    }
  }

  return (
    <Dialog ref={dialog} titleId={`file-${contractId}`} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ files: [file], documentName }) => {
            if (!file) return;
            const body = new FormData();
            body.set("contractId", contractId);
            body.set("documentId", documentId.current);
            body.set("documentName", documentName);
            body.set("file", file);
            filing.mutate(body, { onSuccess: () => dialog.current?.close() });
          })(event)
        }
      >
        <h2 id={`file-${contractId}`} className="text-card">
          Anexar um documento
        </h2>
        {filing.isError && (
          <FormAlert key={filing.submittedAt}>
            <p>
              {(filing.error instanceof CallFailure &&
                (filing.error.fields["file"] ?? filing.error.message)) ||
                "O documento não foi anexado. Tente novamente."}
            </p>
          </FormAlert>
        )}
        <TextField
          {...files}
          id={`files-${contractId}`}
          type="file"
          accept="application/pdf"
          className="file-input"
          onChange={async (event) => {
            suggestName(event);
            await files.onChange(event);
          }}
          texts={{ label: "Arquivo", help: "PDF sem programas nem anexos, até 10 MB." }}
        />
        <TextField
          {...field("documentName")}
          id={`document-name-${contractId}`}
          maxLength={200}
          texts={{ label: "Nome do documento", help: "O locatário lê este nome e abre o arquivo." }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={filing.isPending}>
            {filing.isPending && <SpinnerRing />}
            Anexar documento
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
