import { type ChangeEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import type { DocumentJobsStatus } from "#contracts/stored-values.ts";
import { documentNameSchema } from "#contracts/leases/contract-documents.ts";
import { maximumFileBytes } from "#contracts/requests/documents.ts";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type StaffContract, useContractDocuments } from "./contract-queries.ts";
import { CasePart } from "../../../ui/section/facts.tsx";

type Document = StaffContract["documents"][number];

const jobs: Record<string, string> = {
  queued: "A carta e o contrato em PDF estão na fila.",
  working: "A carta e o contrato em PDF estão sendo feitos.",
  parked: "A carta não pôde ser feita. Veja em E-mails o que ficou parado.",
} satisfies Record<Exclude<DocumentJobsStatus, "done">, string>;

/** Lists the documents of a contract. The tenant also sees these documents. */
export function ContractDocuments({ contract }: { contract: StaffContract }) {
  const { id, documents, documents_job } = contract;
  const [isFiling, setIsFiling] = useState(false);
  const waiting = jobs[documents_job?.status ?? ""];
  return (
    <CasePart title="Documentos">
      {waiting && <p className="mb-3 text-sm font-semibold">{waiting}</p>}
      {documents.length === 0 && !waiting && (
        <p className="text-soft mb-3 text-sm">Nenhum documento.</p>
      )}
      <ul className="mb-4 grid gap-4">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      <StaffButton needs="contracts" onClick={() => setIsFiling(true)}>
        Anexar PDF
      </StaffButton>
      {isFiling && <FileDocumentDialog contractId={id} onClose={() => setIsFiling(false)} />}
    </CasePart>
  );
}

function DocumentRow({ document }: { document: Document }) {
  const { id, document_name, created_at, is_issued } = document;
  const [asked, setAsked] = useState<"rename" | "withdraw" | null>(null);
  const { open } = useContractDocuments();

  const ofWhat = <span className="sr-only"> {document_name}</span>;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span className="min-w-0">
        <span className="font-medium wrap-anywhere">{document_name}</span>
        <span className="block text-xs text-muted">
          {is_issued ? "Emitido" : "Anexado"} em {formatDateTime(created_at)}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button isBusy={open.isPending} onClick={() => open.open(id)}>
          Abrir{ofWhat}
        </Button>
        {!is_issued && (
          <>
            <StaffButton needs="contracts" onClick={() => setAsked("rename")}>
              Renomear{ofWhat}
            </StaffButton>
            <StaffButton needs="contracts" onClick={() => setAsked("withdraw")}>
              Retirar{ofWhat}
            </StaffButton>
          </>
        )}
      </span>
      {asked === "rename" && (
        <RenameDocumentDialog document={document} onClose={() => setAsked(null)} />
      )}
      {asked === "withdraw" && (
        <WithdrawDocumentDialog document={document} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}

/** Schema with the checks that a browser can make before an upload. The edge function examines the file's content. */
const schema = z.extend(documentNameSchema, {
  files: z.custom<FileList>().check(
    z.refine((files) => files?.length === 1, { error: "Escolha um arquivo PDF", abort: true }),
    z.refine((files) => (files?.[0]?.size ?? 0) > 0, "O arquivo está vazio"),
    z.refine((files) => (files?.[0]?.size ?? 0) <= maximumFileBytes, "O arquivo passa de 10 MB"),
  ),
});

function FileDocumentDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const { file: filing } = useContractDocuments();
  const form = useValidatedForm({ schema, names: ["files", "documentName"] });
  // A second click or a retry sends the same id, so the edge function files the PDF only once.
  const documentId = useRef(crypto.randomUUID());
  const files = form.field("files");
  function suggestName(event: ChangeEvent<HTMLInputElement>): void {
    const [chosen] = event.target.files ?? [];
    if (chosen && !form.form.getValues("documentName")) {
      form.form.setValue("documentName", chosen.name.replace(/\.pdf$/i, ""));
    }
  }

  return (
    <FormDialog
      title="Anexar um documento"
      form={form}
      sending={filing}
      onSubmit={({ files: [file], documentName }, callbacks) => {
        if (!file) return;
        const body = new FormData();
        body.set("contractId", contractId);
        body.set("documentId", documentId.current);
        body.set("documentName", documentName);
        body.set("file", file);
        filing.mutate(body, callbacks);
      }}
      failed="O documento não foi anexado. Tente novamente."
      submitLabel="Anexar documento"
      size="question"
      onClose={onClose}
    >
      <TextField
        {...files}
        id={`files-${contractId}`}
        type="file"
        accept="application/pdf"
        onChange={async (event) => {
          suggestName(event);
          await files.onChange(event);
        }}
        texts={{ label: "Arquivo", help: "PDF sem programas nem anexos, até 10 MB." }}
      />
      <TextField
        {...form.field("documentName")}
        id={`document-name-${contractId}`}
        maxLength={200}
        texts={{ label: "Nome do documento", help: "O locatário lê este nome e abre o arquivo." }}
      />
    </FormDialog>
  );
}

interface DocumentDialogProps {
  document: Document;
  onClose: () => void;
}

function RenameDocumentDialog({ document, onClose }: DocumentDialogProps) {
  const { id, document_name } = document;
  const { rename } = useContractDocuments();
  const form = useValidatedForm({ schema: documentNameSchema, names: ["documentName"] });
  return (
    <FormDialog
      title={`Renomear ${document_name}`}
      form={form}
      sending={rename}
      onSubmit={({ documentName: name }, callbacks) => rename.mutate({ id, name }, callbacks)}
      failed="O nome não mudou. O texto continua aqui: tente novamente."
      submitLabel="Renomear"
      size="question"
      onClose={onClose}
    >
      <TextField
        {...form.field("documentName")}
        id={`name-${id}`}
        defaultValue={document_name}
        maxLength={200}
        texts={{ label: "Nome do documento", help: "É o que o locatário lê." }}
      />
    </FormDialog>
  );
}

function WithdrawDocumentDialog({ document, onClose }: DocumentDialogProps) {
  const { withdraw } = useContractDocuments();
  const form = useValidatedForm(noFields);
  return (
    <FormDialog
      title={`Retirar ${document.document_name}?`}
      form={form}
      sending={withdraw}
      onSubmit={(_nothing, callbacks) => withdraw.mutate(document.id, callbacks)}
      failed="O documento não foi retirado. Tente novamente."
      submitLabel="Retirar documento"
      cancelLabel="Manter"
      size="question"
      onClose={onClose}
    >
      <p>O locatário deixa de ver o documento, e o arquivo é apagado. Não dá para desfazer.</p>
    </FormDialog>
  );
}
