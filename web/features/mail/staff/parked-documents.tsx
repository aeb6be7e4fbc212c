import * as z from "zod/mini";
import { undrawnSentence } from "#contracts/fields/undrawn-sentence.ts";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Icon } from "../../../ui/brand/icons.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { listRows } from "../../staff/shell/shortcuts.tsx";

/** Lists the documents that could not be created, with retry buttons. */
export function ParkedDocuments() {
  const { data, isError, refetch } = useParkedDocuments();
  if (!data && isError) {
    return (
      <LoadFailed
        text="Não foi possível ver se há documentos parados."
        onRetry={refetch}
        className="mb-6"
      />
    );
  }
  if (!data?.length) return null;
  return (
    <section aria-labelledby="parked-documents" className="card card-border mb-6">
      <h2 id="parked-documents" className="flex items-center gap-3 text-card">
        <Icon name="document" className="size-7 text-amber-800" />
        {data.length === 1
          ? "1 documento não foi feito"
          : `${data.length} documentos não foram feitos`}
      </h2>
      <ul {...listRows} className="mt-4 divide-y divide-sand-200">
        {data.map((parked) => (
          <ParkedDocumentItem
            key={`${parked.contract_id} ${parked.document_name}`}
            parked={parked}
          />
        ))}
      </ul>
    </section>
  );
}

function ParkedDocumentItem({ parked }: { parked: ParkedDocument }) {
  const { mutate, isPending } = useRetryDocuments();
  const { contract_id, contract_number, document_name, created_at, last_error } = parked;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 text-sm">
        <p className="font-semibold">
          {document_name ?? "Carta e contrato"} do contrato <Whole>{contract_number}</Whole>
        </p>
        <p>
          {document_name === null ? "Aceito em " : "Pedido em "}
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </p>
        {last_error && <p className="wrap-anywhere">{explainDocumentError(last_error)}</p>}
        {document_name === null && (
          <p>O contrato vale, mas o locatário ainda não recebeu a carta nem o acesso.</p>
        )}
      </div>
      <StaffButton
        needs="contracts"
        className="btn-outline max-sm:w-full"
        isBusy={isPending}
        onClick={() => mutate(contract_id)}
      >
        Fazer de novo
        <span className="sr-only">
          {" "}
          {document_name ?? "a carta"} do contrato {contract_number}
        </span>
      </StaffButton>
    </li>
  );
}

/** Explains to staff why a document was not made, and adds the error code for a developer. */
export function explainDocumentError(code: string): string {
  const [, place = "", letter] = /^LETTER (\w*) (.+)$/su.exec(code) ?? [];
  if (letter === undefined) return `Último erro: ${code}`;
  return `${undrawnSentence(letter, place)} Corrija o texto em letras latinas, sem figuras, e faça de novo. (${code})`;
}

const POLL_MS = 60_000;
const parkedDocumentsKey = ["parked-documents"] as const;

const parkedSchema = z.array(
  z.object({
    contract_id: z.string(),
    contract_number: z.string(),
    /** Name of the document; null for the letter and the contract, which are made together. */
    document_name: z.nullable(z.string()),
    last_error: z.nullable(z.string()),
    created_at: z.string(),
  }),
);
type ParkedDocument = z.output<typeof parkedSchema>[number];

/** Reads the documents that could not be created, newest first. */
function useParkedDocuments() {
  return useStaffQuery({
    queryKey: parkedDocumentsKey,
    schema: parkedSchema,
    ask: (client) => client.rpc("list_parked_documents"),
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
}

function useRetryDocuments() {
  return useStaffAction({
    ask: (client, contract_id: string) => client.rpc("retry_documents", { contract_id }),
    success: () => ({
      title: "Documentos de volta na fila",
      description:
        "A carta sai em instantes; os outros, quando alguém os abrir. O que falhar de novo volta a aparecer aqui.",
      tone: "success",
    }),
    failure: "Erro ao refazer os documentos",
    changes: parkedDocumentsKey,
  });
}
