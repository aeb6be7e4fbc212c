import { useRef } from "react";
import * as z from "zod/mini";
import { uploadHeaders, uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import {
  type ClaimFileKind,
  claimFileKinds,
  claimFileTitles,
  claimItemTitles,
} from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { requiredFileField } from "../../../ui/form/file-field.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

interface SentFile {
  /** Id of the file. Retries use the same id, so that the file is stored only once. */
  id: string;
  kind: ClaimFileKind;
  itemId: string;
  file: File;
}

export function useSendClaimFile(claimId: string) {
  return useStaffAction({
    call({ id, kind, itemId, file }: SentFile) {
      const body = new FormData();
      body.set("kind", kind);
      if (itemId) body.set("itemId", itemId);
      body.set("file", file);
      return {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: id,
          [uploadHeaders.kind]: "claim",
          [uploadHeaders.of]: claimId,
        },
        body,
        data: uploadedDocumentSchema,
      };
    },
    changes: "everything",
  });
}

export const fileNotSent = "O arquivo não foi enviado. Tente novamente.";

const schema = z.object({
  files: requiredFileField,
  kind: z.enum(claimFileKinds, "Escolha o que o arquivo mostra"),
  itemId: z._default(z.string(), ""),
});

/** Dialog in which staff add a file that they received outside the site. */
export function AttachFileDialog({ claim, onClose }: { claim: ClaimDetail; onClose: () => void }) {
  const { id, items } = claim;
  const fileId = useRef(crypto.randomUUID());
  const sending = useSendClaimFile(id);
  const form = useValidatedForm({ schema, names: ["files", "kind", "itemId"] });
  const { field } = form;
  return (
    <FormDialog
      title="Anexar um arquivo"
      form={form}
      sending={sending}
      onSubmit={({ files: [file], kind, itemId }, callbacks) => {
        if (file) sending.mutate({ id: fileId.current, kind, itemId, file }, callbacks);
      }}
      failed={fileNotSent}
      submitLabel="Anexar arquivo"
      size="question"
      onClose={onClose}
    >
      <TextField
        {...field("files")}
        id={`files-${id}`}
        type="file"
        accept={askedFilesFileType.join(",")}
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
    </FormDialog>
  );
}
