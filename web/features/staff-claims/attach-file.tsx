import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import {
  maximumFileBytes,
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  type ClaimDetail,
  type ClaimFileKind,
  claimFileKinds,
  claimFileTitles,
  claimItemTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { askedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

/** What the browser knows of the file; what is in it, the function looks at. */
export const fileField = z.custom<FileList>().check(
  z.refine((files) => (files?.[0]?.size ?? 1) > 0, "O arquivo está vazio"),
  z.refine(
    (files) => (files?.[0]?.size ?? 0) <= maximumFileBytes,
    "O arquivo passa de 10 MB. Envie um menor.",
  ),
);

interface SentFile {
  /** The same until it arrived: a second click and a retry file it once. */
  id: string;
  kind: ClaimFileKind;
  itemId: string;
  file: File;
}

/** Sends a file of a claim as staff. */
export function useSendClaimFile(claimId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, kind, itemId, file }: SentFile) => {
      const body = new FormData();
      body.set("kind", kind);
      if (itemId) body.set("itemId", itemId);
      body.set("file", file);
      return callAsStaff(backend, {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: id,
          [uploadHeaders.kind]: "claim",
          [uploadHeaders.of]: claimId,
        },
        body,
        data: uploadedDocumentSchema,
      });
    },
    onSuccess: () => queries.invalidateQueries(),
  });
}

/** Why a file did not come, in words for whoever sent it. */
export function whyNotSent(error: Error | null): string {
  const failure = error instanceof CallFailure ? error : null;
  return (
    failure?.fields["file"] || failure?.message || "O arquivo não foi enviado. Tente novamente."
  );
}

const schema = z.object({
  files: fileField.check(z.refine((files) => files?.length === 1, "Escolha um arquivo")),
  kind: z.enum(claimFileKinds, "Escolha o que o arquivo mostra"),
  itemId: z._default(z.string(), ""),
});

interface AttachFileDialogProps {
  claim: ClaimDetail;
  onClose: () => void;
}

/** Asks for a file that came by another way. Open as long as it is rendered. */
export function AttachFileDialog({ claim, onClose }: AttachFileDialogProps) {
  const { id, items } = claim;
  const dialog = useRef<HTMLDialogElement>(null);
  const fileId = useRef(crypto.randomUUID());
  const sending = useSendClaimFile(id);
  const { form, field } = useValidatedForm({ schema, names: ["files", "kind", "itemId"] });
  useEffect(() => dialog.current?.showModal(), []);
  const titleId = `attach-${id}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ files: [file], kind, itemId }) => {
            if (!file || sending.isPending) return;
            sending.mutate(
              { id: fileId.current, kind, itemId, file },
              { onSuccess: () => dialog.current?.close() },
            );
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Anexar um arquivo
        </h2>
        {sending.isError && (
          <FormAlert key={sending.submittedAt}>
            <p>{whyNotSent(sending.error)}</p>
          </FormAlert>
        )}
        <TextField
          {...field("files")}
          id={`files-${id}`}
          type="file"
          accept={askedDocumentsFileType.join(",")}
          texts={{ label: "Arquivo", help: "PDF ou foto, até 10 MB. As duas partes veem." }}
        />
        <SelectField
          {...field("kind")}
          id={`kind-${id}`}
          required
          texts={{ label: "O que mostra" }}
          choosePlaceholder="Selecione"
          options={claimFileKinds.map((value) => ({ value, label: claimFileTitles[value] }))}
        />
        <SelectField
          {...field("itemId")}
          id={`item-${id}`}
          texts={{ label: "De qual item" }}
          choosePlaceholder="Do pedido inteiro"
          options={items.map((item, index) => ({
            value: item.id,
            label: `${index + 1}. ${claimItemTitles[item.kind]}`,
          }))}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={sending.isPending}>
            {sending.isPending && <SpinnerRing />}
            Anexar arquivo
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
