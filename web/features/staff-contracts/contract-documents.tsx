import { type ChangeEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { DocumentJobsStatus } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import {
  documentNameSchema,
  maximumFileBytes,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { CallFailure } from "../../backend/call-function.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type StaffContract, useContractDocuments } from "./contract-queries.ts";
import { ContractPart } from "./contract-state.tsx";

type Document = StaffContract["documents"][number];

const jobs: Record<string, string> = {
  queued: "A carta e o contrato em PDF estão na fila.",
  working: "A carta e o contrato em PDF estão sendo feitos.",
  parked: "A carta não pôde ser feita. Veja em E-mails o que ficou parado.",
} satisfies Record<Exclude<DocumentJobsStatus, "done">, string>;

/** The files of a contract, which the tenant sees, too. */
export function ContractDocuments({ contract }: { contract: StaffContract }) {
  const { id, documents, documents_job } = contract;
  const [isFiling, setIsFiling] = useState(false);
  const waiting = jobs[documents_job?.status ?? ""];
  return (
    <ContractPart title="Documentos">
      {waiting && <p className="mb-3 text-sm font-semibold">{waiting}</p>}
      {documents.length === 0 && !waiting && (
        <p className="text-soft mb-3 text-sm">Nenhum documento.</p>
      )}
      <ul className="mb-4 grid gap-4">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      <button type="button" className="btn btn-outline" onClick={() => setIsFiling(true)}>
        Anexar PDF
      </button>
      {isFiling && <FileDocumentDialog contractId={id} onClose={() => setIsFiling(false)} />}
    </ContractPart>
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
        <button
          type="button"
          className="btn btn-outline"
          disabled={open.isPending}
          onClick={() => open.open(id)}
        >
          {open.isPending && <SpinnerRing />}
          Abrir{ofWhat}
        </button>
        {!is_issued && (
          <>
            <button type="button" className="btn btn-outline" onClick={() => setAsked("rename")}>
              Renomear{ofWhat}
            </button>
            <button type="button" className="btn btn-outline" onClick={() => setAsked("withdraw")}>
              Retirar{ofWhat}
            </button>
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

/** What the browser knows of the file; what is in it, the function looks at. */
const schema = z.extend(documentNameSchema, {
  files: z.custom<FileList>().check(
    z.refine((files) => files?.length === 1, { error: "Escolha um arquivo PDF", abort: true }),
    z.refine((files) => (files?.[0]?.size ?? 0) > 0, "O arquivo está vazio"),
    z.refine((files) => (files?.[0]?.size ?? 0) <= maximumFileBytes, "O arquivo passa de 10 MB"),
  ),
});

interface FileDocumentDialogProps {
  contractId: string;
  onClose: () => void;
}

/** Asks for a PDF and its name. Open as long as it is rendered. */
function FileDocumentDialog({ contractId, onClose }: FileDocumentDialogProps) {
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

interface RenameDocumentDialogProps {
  document: StaffContract["documents"][number];
  onClose: () => void;
}

/** Asks for another name. Open as long as it is rendered. */
function RenameDocumentDialog({ document, onClose }: RenameDocumentDialogProps) {
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

interface WithdrawDocumentDialogProps {
  document: StaffContract["documents"][number];
  onClose: () => void;
}

/** Asks whether a document is to go. Open as long as it is rendered. */
function WithdrawDocumentDialog({ document, onClose }: WithdrawDocumentDialogProps) {
  const { id, document_name } = document;
  const dialog = useRef<HTMLDialogElement>(null);
  const { withdraw } = useContractDocuments();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId={`withdraw-${id}`} onClose={onClose}>
      <h2 id={`withdraw-${id}`} className="text-card wrap-anywhere">
        Retirar {document_name}?
      </h2>
      <p className="mt-3">
        O locatário deixa de ver o documento, e o arquivo é apagado. Não dá para desfazer.
      </p>
      <div className="modal-action flex-wrap gap-3">
        <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
          Manter
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => dialog.current?.close() })}
        >
          {withdraw.isPending && <SpinnerRing />}
          Retirar documento
        </button>
      </div>
    </Dialog>
  );
}
